import type { SentTransaction, Transfer, TransferPlan } from '@portico/core'
import { solana as mainnet } from '@portico/core/networks'
import { testTransfers } from '@portico/core/testing'
import { devnetManifest } from '@portico/devnet/manifest'
import { base58 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, type Tamper } from '../../test/startScene.ts'
import { programs } from '../messages/programs.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createTransfers } from './createTransfers.ts'

const { solana } = devnetManifest
const [dusd, pebble] = solana.tokens
const [visitor, friend] = solana.accounts.map(({ address }) => address) as [string, string]
const emptyAccount = 890_880n
const transfers = createTransfers({ commitment: 'confirmed' })
let scene: Awaited<ReturnType<typeof startScene>>
let provider: SolanaProvider
beforeAll(async () => {
  scene = await startScene()
  provider = (await scene.connectWallet()).provider
})
afterAll(() => scene.close())

const someone = () => Keypair.generate().publicKey.toBase58()
const plan = (transfer: Partial<Transfer>, isMaximum?: boolean) =>
  transfers.plan({
    ...scene.endpoint,
    provider,
    isMaximum,
    transfer: { from: visitor, to: friend, amount: 1n, ...transfer },
  })
const send = (planned: TransferPlan, wallet: unknown = provider) =>
  transfers.send({ ...scene.endpoint, provider: wallet, plan: planned })
const outcomeOf = (sent: SentTransaction, signal = AbortSignal.timeout(20_000)) =>
  transfers.waitForOutcome({ ...scene.endpoint, sent, signal })
const coinsOf = async (address: string) => BigInt(await scene.connection.getBalance(new PublicKey(address)))
async function tokensOf(owner: string, mint: string, program: string = programs.token): Promise<bigint> {
  const account = await tokenAccountAddress({ owner, mint, program })
  const { value } = await scene.connection.getTokenAccountBalance(new PublicKey(account))
  return BigInt(value.amount)
}
/** Gives a new account coins, and a wallet that signs for it. */
async function fund(lamports: bigint) {
  const key = Keypair.generate()
  const paid = SystemProgram.transfer({
    fromPubkey: scene.faucet.publicKey,
    toPubkey: key.publicKey,
    lamports,
  })
  await scene.execute([paid], [scene.faucet])
  return key.publicKey.toBase58()
}

testTransfers(
  {
    transfers,
    network: mainnet,
    // Base58 has no checksum: without its last character, an address of 44 may be another one.
    addresses: [visitor],
    token: { address: dusd.mint, decimals: dusd.decimals },
    refused: [programs.system, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'solana:https://shop.example'],
    unknownHash: base58.encode(new Uint8Array(64).fill(5)),
    async start() {
      const { provider: refusingProvider, wallet } = await scene.connectWallet()
      wallet.setPolicy('reject')
      return {
        ...scene.endpoint,
        provider,
        refusingProvider,
        from: visitor,
        to: friend,
        token: { address: dusd.mint, decimals: dusd.decimals },
        readBalance: ({ address, token }) => (token ? tokensOf(address, token) : coinsOf(address)),
      }
    },
  },
  { describe, test, expect },
)

describe('coins', () => {
  test('behavior: arrive, for the fee that the plan says', async () => {
    const [before, own] = [await coinsOf(friend), await coinsOf(visitor)]
    const planned = await plan({ amount: 250_000_000n })
    expect(planned).toMatchObject({ fee: 5_000n, refusal: undefined, notes: [] })
    const sent = await send(planned)
    expect(await outcomeOf(sent)).toBe('confirmed')
    expect((await coinsOf(friend)) - before).toBe(250_000_000n)
    expect(own - (await coinsOf(visitor))).toBe(250_005_000n)
  })

  test('behavior: the maximum leaves nothing', async () => {
    const { provider: second } = await scene.connectWallet(1)
    const balance = await coinsOf(friend)
    const maximum = await transfers.getMaximum({ ...scene.endpoint, provider: second, from: friend, balance })
    expect(balance - maximum).toBe(5_500n)
    const planned = await plan({ from: friend, to: visitor, amount: maximum }, true)
    expect(planned).toMatchObject({ fee: 5_500n, refusal: undefined })
    expect(await outcomeOf(await send(planned, second))).toBe('confirmed')
    expect(await coinsOf(friend)).toBe(0n)
    // Later tests need the account.
    await outcomeOf(await send(await plan({ amount: balance })))
  })

  test('behavior: less than the fee is a maximum of 0', async () => {
    const balance = 4_999n
    expect(await transfers.getMaximum({ ...scene.endpoint, provider, from: visitor, balance })).toBe(0n)
  })

  test('error: a new account gets less than an account needs', async () => {
    expect(await plan({ to: someone(), amount: emptyAccount - 1n })).toMatchObject({ refusal: 'too-small' })
    expect(await plan({ to: someone(), amount: emptyAccount })).toMatchObject({ refusal: undefined })
  })

  test('error: the sender would keep less than an account needs', async () => {
    const from = await fund(10n * emptyAccount)
    const left = (kept: bigint) => plan({ from, amount: 10n * emptyAccount - 5_000n - kept })
    expect(await left(1n)).toMatchObject({ refusal: 'leaves-too-little' })
    expect(await left(emptyAccount - 1n)).toMatchObject({ refusal: 'leaves-too-little' })
    expect(await left(emptyAccount)).toMatchObject({ refusal: undefined })
    expect(await left(0n)).toMatchObject({ refusal: undefined })
    expect(await left(-1n)).toMatchObject({ refusal: 'no-fee' })
    expect(await left(-5_001n)).toMatchObject({ refusal: 'fails' })
  })

  test('error: programs, mints and token accounts are not paid', async () => {
    const account = await tokenAccountAddress({ owner: friend, mint: dusd.mint, program: dusd.program })
    for (const to of [programs.token, programs.associatedToken, dusd.mint, pebble.mint, account])
      expect(await plan({ to, amount: emptyAccount })).toMatchObject({ refusal: 'not-payable' })
  })

  test('behavior: an address of a program is noted', async () => {
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], new PublicKey(programs.memo))
    const planned = await plan({ to: vault.toBase58(), amount: emptyAccount })
    expect(planned).toMatchObject({ refusal: undefined, notes: ['program'] })
  })
})

describe('tokens', () => {
  test.each([
    ['SPL Token', dusd, 2_039_280n],
    ['Token-2022', pebble, 2_074_080n],
  ])('behavior: of %s arrive, and the sender opens the account once', async (_, token, rent) => {
    const to = someone()
    const own = await coinsOf(visitor)
    const transfer = { to, token: token.mint, amount: 1_500_000n, decimals: token.decimals }
    const planned = await plan(transfer)
    expect(planned).toMatchObject({ rent, fee: rent + 5_000n, refusal: undefined, notes: ['opens-account'] })
    expect(await outcomeOf(await send(planned))).toBe('confirmed')
    expect(own - (await coinsOf(visitor))).toBe(planned.fee)
    expect(await tokensOf(to, token.mint, token.program)).toBe(1_500_000n)

    const again = await plan(transfer)
    expect(again).toMatchObject({ fee: 5_000n, notes: [] })
    expect(again.rent).toBeUndefined()
    expect(await outcomeOf(await send(again))).toBe('confirmed')
    expect(await tokensOf(to, token.mint, token.program)).toBe(3_000_000n)
  })

  test('behavior: come from several accounts, if none holds enough', async () => {
    const mint = await scene.createToken({ amounts: { [visitor]: 60n, [friend]: 1_000n } })
    const extra = Keypair.generate()
    await scene.execute(
      [
        SystemProgram.createAccount({
          fromPubkey: scene.faucet.publicKey,
          newAccountPubkey: extra.publicKey,
          lamports: 2_039_280,
          space: 165,
          programId: new PublicKey(programs.token),
        }),
        {
          program: programs.token,
          accounts: [{ address: extra.publicKey.toBase58(), isWritable: true }, { address: mint }],
          data: Uint8Array.from([18, ...new PublicKey(visitor).toBytes()]),
        },
        {
          program: programs.token,
          accounts: [
            { address: mint, isWritable: true },
            { address: extra.publicKey.toBase58(), isWritable: true },
            { address: scene.faucet.publicKey.toBase58(), isSigner: true },
          ],
          data: Uint8Array.from([7, 50, 0, 0, 0, 0, 0, 0, 0]),
        },
      ],
      [scene.faucet, extra],
    )
    expect(await plan({ token: mint, amount: 111n })).toMatchObject({ refusal: 'fails' })
    expect(await outcomeOf(await send(await plan({ token: mint, amount: 110n })))).toBe('confirmed')
    expect(await tokensOf(friend, mint)).toBe(1_110n)
  })

  const fee = (basisPoints: number, maximum: bigint) => ({
    bytes: 108,
    data: (authority: PublicKey) => [
      ...[26, 0, 1],
      ...authority.toBytes(),
      1,
      ...authority.toBytes(),
      ...[basisPoints & 0xff, basisPoints >> 8],
      ...new Uint8Array(BigUint64Array.of(maximum).buffer),
    ],
  })

  test.each([
    [250, 2n ** 64n - 1n, 1_001n, 26n],
    [250, 10n, 1_001n, 10n],
    [10_000, 5n, 3n, 3n],
    [1, 100n, 1n, 1n],
  ])(
    'behavior: %i basis points up to %s are withheld from %s',
    async (basisPoints, maximum, amount, kept) => {
      const mint = await scene.createToken({
        program: programs.token2022,
        extensions: [fee(basisPoints, maximum)],
        amounts: { [visitor]: 5_000n },
      })
      const to = someone()
      const planned = await plan({ to, token: mint, amount })
      expect(planned).toMatchObject({ gets: amount - kept, refusal: undefined })
      const own = await coinsOf(visitor)
      expect(await outcomeOf(await send(planned))).toBe('confirmed')
      expect(await tokensOf(to, mint, programs.token2022)).toBe(amount - kept)
      expect(own - (await coinsOf(visitor))).toBe(planned.fee)
    },
  )

  test('behavior: a fee of 0 is no fee', async () => {
    const amounts = { [visitor]: 5_000n }
    const extensions = [fee(0, 0n)]
    const mint = await scene.createToken({ program: programs.token2022, extensions, amounts })
    const planned = await plan({ token: mint, amount: 10n })
    expect(planned.gets).toBeUndefined()
    expect(await outcomeOf(await send(planned))).toBe('confirmed')
  })

  test('error: a node that says another fee cannot make the recipient get another amount', async () => {
    const mint = await scene.createToken({
      program: programs.token2022,
      extensions: [fee(5_000, 1_000n)],
      amounts: { [visitor]: 5_000n },
    })
    // It says that the fee changes only later, and simulates nothing.
    const cheap: Tamper = (method, answer, [addresses]) => {
      if (method === 'simulateTransaction') return { value: { err: null } }
      if (method !== 'getMultipleAccounts' || (addresses as string[])[0] !== mint) return undefined
      const [account] = (answer as { value: { data: [string, string] }[] }).value
      const data = Buffer.from(account?.data[0] ?? '', 'base64')
      data.writeUInt16LE(1, 166 + 4 + 106)
      data.writeUInt16LE(1, 166 + 4 + 88)
      return { value: [{ ...account, data: [data.toString('base64'), 'base64'] }] }
    }
    const { value: planned } = await scene.tampered(cheap, () => plan({ token: mint, amount: 100n }))
    expect(planned).toMatchObject({ gets: 99n, refusal: undefined })
    await expect(send(planned)).rejects.toThrow()
    expect(await tokensOf(visitor, mint, programs.token2022)).toBe(5_000n)
  })

  test('error: tokens that are bound to their owner, or run a program of their own', async () => {
    const amounts = { [visitor]: 5n }
    const hook = (program: number[]) => ({
      bytes: 64,
      data: (authority: PublicKey) => [36, 0, ...authority.toBytes(), ...program],
    })
    const bound = { bytes: 0, data: () => [32] }
    const create = (...extensions: { bytes: number; data: (authority: PublicKey) => number[] }[]) =>
      scene.createToken({ program: programs.token2022, extensions, amounts })
    const hooked = await create(hook([...new PublicKey(programs.memo).toBytes()]))
    for (const token of [await create(bound), hooked])
      expect(await plan({ token })).toMatchObject({ refusal: 'not-transferable' })
    // Prepared for a hook, but without one.
    const free = await create(hook(new Array(32).fill(0)))
    const planned = await plan({ token: free, to: someone() })
    expect(planned.refusal).toBeUndefined()
    const own = await coinsOf(visitor)
    expect(await outcomeOf(await send(planned))).toBe('confirmed')
    expect(own - (await coinsOf(visitor))).toBe(planned.fee)
  })

  test('error: frozen accounts', async () => {
    const freeze = async (mint: string, owner: string) =>
      scene.execute(
        [
          {
            program: programs.token,
            accounts: [
              {
                address: await tokenAccountAddress({ owner, mint, program: programs.token }),
                isWritable: true,
              },
              { address: mint },
              { address: scene.faucet.publicKey.toBase58(), isSigner: true },
            ],
            data: Uint8Array.of(10),
          },
        ],
        [scene.faucet],
      )
    const amounts = { [visitor]: 5n, [friend]: 1n }
    const [theirs, own] = [await scene.createToken({ amounts }), await scene.createToken({ amounts })]
    await freeze(theirs, friend)
    await freeze(own, visitor)
    expect(await plan({ token: theirs })).toMatchObject({ refusal: 'fails' })
    expect(await plan({ token: own })).toMatchObject({ refusal: 'not-transferable' })
    // A programmable NFT is frozen by its program.
    const nft = { standard: 'metaplex', contract: own, tokenId: own } as const
    expect(await plan({ nft })).toMatchObject({ refusal: 'not-transferable' })
  })

  test('error: an associated token account that its owner has given away', async () => {
    const mint = await scene.createToken({ amounts: { [visitor]: 5n, [friend]: 1n } })
    await scene.execute(
      [
        {
          program: programs.token,
          accounts: [
            {
              address: await tokenAccountAddress({ owner: friend, mint, program: programs.token }),
              isWritable: true,
            },
            { address: friend, isSigner: true },
          ],
          data: Uint8Array.from([6, 2, 1, ...Keypair.generate().publicKey.toBytes()]),
        },
      ],
      [scene.friend],
    )
    expect(await plan({ token: mint })).toMatchObject({ refusal: 'not-payable' })
  })

  test('error: what is not a token, or has other decimals than shown', async () => {
    for (const token of [friend, someone(), programs.token])
      expect(await plan({ token })).toMatchObject({ refusal: 'not-transferable' })
    expect(await plan({ token: dusd.mint, decimals: 3 })).toMatchObject({ refusal: 'not-transferable' })
  })

  test('error: no coins for the fee or the account', async () => {
    const [from, rich] = [await fund(emptyAccount), await fund(emptyAccount + 5_000n)]
    const mint = await scene.createToken({ amounts: { [from]: 5n, [rich]: 5n, [friend]: 5n } })
    expect(await plan({ from, token: mint, to: someone() })).toMatchObject({ refusal: 'no-fee' })
    expect(await plan({ from, token: mint })).toMatchObject({ refusal: 'leaves-too-little' })
    expect(await plan({ from: rich, token: mint })).toMatchObject({ refusal: undefined })
  })
})

describe('NFTs', () => {
  test('behavior: a plain one arrives', async () => {
    const { mint } = solana.nft
    const nft = { standard: 'metaplex', contract: mint, tokenId: mint } as const
    const planned = await plan({ nft })
    expect(planned).toMatchObject({ refusal: undefined })
    expect(await outcomeOf(await send(planned))).toBe('confirmed')
    expect(await tokensOf(friend, mint)).toBe(1n)
    // It is gone now.
    expect(await plan({ nft })).toMatchObject({ refusal: 'fails' })
  })

  test('error: a compressed one has no mint', async () => {
    const mint = someone()
    const nft = { standard: 'metaplex', contract: mint, tokenId: mint } as const
    expect(await plan({ nft })).toMatchObject({ refusal: 'not-transferable' })
  })
})

describe('a link', () => {
  test('behavior: its references and memo are in the transaction', async () => {
    const reference = someone()
    const text = `solana:${friend}?amount=0.01&reference=${reference}&memo=Order%2017&label=Shop`
    const recipient = transfers.readRecipient({ text, network: scene.network })
    const planned = await plan({ amount: 10_000_000n, linkData: recipient?.linkData })
    expect(planned.memo).toBe('Order 17')
    const { hash } = await send(planned)
    const [found] = await scene.connection.getSignaturesForAddress(new PublicKey(reference), {}, 'confirmed')
    expect(found).toMatchObject({ signature: hash, err: null })
    expect(found?.memo).toContain('Order 17')
  })

  test('error: one that cannot be honoured is not paid', async () => {
    for (const linkData of [{ references: ['x'] }, { references: [], memo: 7 }])
      expect(await plan({ linkData })).toMatchObject({ refusal: 'fails' })
  })
})
