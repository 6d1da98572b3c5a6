import type { Ledger } from '../ledger/createLedger.ts'
import { type LocalSolanaNft, type LocalSolanaToken, localSolana } from '../localSolana.ts'
import { createSeeder } from './createSeeder.ts'
import { encodeEdition, encodeMetadata } from './encodeMetadata.ts'
import { associatedAddress, instructions } from './instructions.ts'

const { tokens, collection, nft, programs } = localSolana
const [visitor, friend, faucet] = localSolana.accounts.map(({ address }) => address) as [
  string,
  string,
  string,
]
const [dusd, pbbl] = tokens
const usd = (amount: number): bigint => BigInt(Math.round(amount * 1e6))
/** Derived from the mint of DUSD, like the metadata addresses of the NFTs in the manifest. */
const dusdMetadata = '2pFd19GUcquJ4G1anfzFuhSHtgzfDB6xEEkqiV415CUd'

/**
 * Seeds an empty ledger: tokens, an NFT, and weeks of transfers in both directions. The visitor ends with about 1 247
 * SOL, 2 431.25 DUSD, 38.5 PBBL and Arch #1.
 *
 * @param at sets the time of the next step, milliseconds since 1970
 * @throws Error naming the step that did not have the expected result
 */
export async function seedSolana({
  ledger,
  at,
}: {
  ledger: Ledger
  at: (time: number) => void
}): Promise<void> {
  const wallet = (owner: string, token: { mint: string; program: string }): Promise<string> =>
    associatedAddress(owner, token.mint, token.program)
  const { step, pay, begin } = createSeeder({ ledger, at, name: localSolana.name })
  const send = async (
    time: string,
    token: LocalSolanaToken,
    from: string,
    to: string,
    amount: bigint,
    note?: string,
  ) =>
    step(time, from, [
      instructions.transferToken(token, {
        from: await wallet(from, token),
        to: await wallet(to, token),
        owner: from,
        amount,
      }),
      ...(note ? [instructions.memo(note, from)] : []),
    ])
  const mintTo = async (time: string, token: LocalSolanaToken, to: string, amount: bigint) =>
    step(time, faucet, [
      await instructions.openTokenAccount(faucet, to, token.mint, token.program),
      instructions.mintTo(token.program, token.mint, await wallet(to, token), faucet, amount),
    ])

  begin('08-03 07:00')

  // Tokens.
  step('08-03 07:10', faucet, [
    instructions.createAccount(faucet, dusd.mint, ledger.rentExemption(82), 82, dusd.program),
    instructions.initializeMint(dusd.program, dusd.mint, dusd.decimals, faucet),
  ])
  // Has room for the pointer only. The mint grows when the metadata is written; its rent is already paid.
  const pbblBytes = 234
  step('08-03 07:11', faucet, [
    instructions.createAccount(
      faucet,
      pbbl.mint,
      ledger.rentExemption(pbblBytes + 200),
      pbblBytes,
      pbbl.program,
    ),
    instructions.pointToMetadata(pbbl.mint, faucet),
    instructions.initializeMint(pbbl.program, pbbl.mint, pbbl.decimals, faucet),
    instructions.describeToken(pbbl, faucet),
  ])
  describeMint(ledger, { ...dusd, uri: '', metadata: dusdMetadata })
  await makeNft('08-03 07:12', collection)
  await makeNft('08-03 07:13', nft)

  // The other accounts get what they will send.
  pay('08-03 08:00', faucet, friend, 500)
  await mintTo('08-03 08:01', dusd, friend, usd(50_000))
  await mintTo('08-03 08:02', pbbl, friend, 1_000n * 10n ** 9n)

  // First payments to the visitor.
  pay('08-04 09:12', faucet, visitor, 1_250)
  await mintTo('08-04 09:20', dusd, visitor, usd(1_000))
  step('08-05 10:00', friend, [
    await instructions.openTokenAccount(friend, visitor, pbbl.mint, pbbl.program),
    instructions.transferToken(pbbl, {
      from: await wallet(friend, pbbl),
      to: await wallet(visitor, pbbl),
      owner: friend,
      amount: 40n * 10n ** 9n,
    }),
  ])
  await send('08-07 12:30', dusd, friend, visitor, usd(1_800), 'August')
  pay('08-09 18:05', visitor, friend, 2.5)
  await send('08-12 13:37', dusd, visitor, friend, usd(64.9))
  await send('08-15 09:48', pbbl, visitor, friend, 15n * 10n ** 8n)
  pay('08-18 20:02', friend, visitor, 0.75)
  step('08-21 16:20', friend, [
    await instructions.openTokenAccount(friend, visitor, nft.mint, programs.token),
    instructions.transferToken(
      { mint: nft.mint, program: programs.token, decimals: 0 },
      {
        from: await associatedAddress(friend, nft.mint, programs.token),
        to: await associatedAddress(visitor, nft.mint, programs.token),
        owner: friend,
        amount: 1n,
      },
    ),
  ])
  await send('08-27 19:20', dusd, visitor, friend, usd(303.85), 'Rent, thank you')
  // More than the balance: it fails, but the fee is paid.
  step(
    '09-02 18:18',
    visitor,
    [
      instructions.transferToken(dusd, {
        from: await wallet(visitor, dusd),
        to: await wallet(friend, dusd),
        owner: visitor,
        amount: usd(1_000_000),
      }),
    ],
    { fails: true },
  )
  pay('09-10 22:10', visitor, visitor, 0)
  pay('09-16 08:30', visitor, friend, 1.2)
  step('09-22 16:50', visitor, [instructions.memo('Seven weeks already.', visitor)])

  async function makeNft(time: string, one: LocalSolanaNft): Promise<void> {
    const holder = one === nft ? friend : faucet
    step(time, faucet, [
      instructions.createAccount(faucet, one.mint, ledger.rentExemption(82), 82, programs.token),
      instructions.initializeMint(programs.token, one.mint, 0, faucet),
      await instructions.openTokenAccount(faucet, holder, one.mint, programs.token),
      instructions.mintTo(
        programs.token,
        one.mint,
        await associatedAddress(holder, one.mint, programs.token),
        faucet,
        1n,
      ),
      instructions.closeEdition(one, faucet),
    ])
    const data = encodeMetadata({
      ...one,
      authority: faucet,
      standard: 'nonFungible',
      collection: one === nft ? collection.mint : undefined,
    })
    putMetaplex(ledger, one.metadata, data)
    putMetaplex(ledger, one.edition, encodeEdition())
  }
}

function describeMint(
  ledger: Ledger,
  token: Pick<LocalSolanaNft, 'mint' | 'name' | 'symbol' | 'uri' | 'metadata'>,
): void {
  putMetaplex(ledger, token.metadata, encodeMetadata({ ...token, authority: faucet, standard: 'fungible' }))
}

/** Metaplex's program is not available, so its accounts are written directly. */
function putMetaplex(ledger: Ledger, address: string, data: Uint8Array): void {
  ledger.setAccount({
    address,
    owner: programs.tokenMetadata,
    lamports: ledger.rentExemption(data.length),
    data,
  })
}
