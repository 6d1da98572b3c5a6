import { defineChain, type SwapAsset, type SwapOrder, type SwapPlan } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import { base64 } from '@scure/base'
import {
  AddressLookupTableProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  jupiterProgram,
  poolAccounts,
  toData,
  tokenAccountOf,
  tokenProgram,
  wrappedMint,
  writeJupiterOffer,
} from '../../../test/jupiterOffer.ts'
import { startScene } from '../../../test/startScene.ts'
import type { Instruction } from '../../messages/Instruction.ts'
import { instructions } from '../../messages/instructions.ts'
import { createSwaps } from '../createSwaps.ts'
import { readJupiterSides } from './readJupiterSides.ts'
import { listJupiterInstructions } from './writeJupiterSwap.ts'

const { solana } = devnetManifest
const [dusd, pebble] = solana.tokens
const [, friend] = solana.accounts.map(({ address }) => address) as [string, string]
const swaps = createSwaps({ commitment: 'confirmed' })
const coin: SwapAsset = { symbol: 'SOL', decimals: 9, isListed: true }
const dollar: SwapAsset = { token: dusd.mint, symbol: 'DUSD', decimals: 6, isListed: true }
const stone: SwapAsset = { token: pebble.mint, symbol: 'PBBL', decimals: 9, isListed: true }
const programOf = ({ token }: SwapAsset) => (token === pebble.mint ? pebble.program : tokenProgram)
const rent = 2_039_280n
/** The pebble is a token of Token-2022, whose accounts are larger. */
const stoneRent = 2_074_080n
const fee = 75_000n
const [amount, quoted] = [1_000_000_000n, 150_000_000n]
const quote = { provider: 'jupiter' } as SwapOrder['quote']

let scene: Awaited<ReturnType<typeof startScene>>
/** The local network under the name of the main one, on which Jupiter is. */
let mainnet: { network: ReturnType<typeof defineChain>; urls: string[] }
let table: string
beforeAll(async () => {
  scene = await startScene()
  const { urls } = scene.endpoint
  mainnet = {
    ...{ urls: [...urls] },
    network: defineChain({
      id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      name: 'Solana',
      chainNamespace: 'solana',
      nativeCurrency: solana.coin,
      rpcUrls: { default: { http: [...urls] } },
    }),
  }
  table = await createTable(poolAccounts)
})
afterAll(() => scene.close())

/** Creates a lookup table on the local network. */
async function createTable(addresses: readonly string[]): Promise<string> {
  const authority = scene.faucet.publicKey
  const recentSlot = (await scene.connection.getSlot('confirmed')) - 1
  const [create, key] = AddressLookupTableProgram.createLookupTable({
    ...{ authority, payer: authority, recentSlot },
  })
  const extend = AddressLookupTableProgram.extendLookupTable({
    ...{ authority, payer: authority, lookupTable: key },
    addresses: addresses.map((one) => new PublicKey(one)),
  })
  await scene.execute([create, extend], [scene.faucet])
  return key.toBase58()
}

/** A new account with coins, and what it has of the dollar. */
async function fund({ lamports = 5_000_000_000, dollars = 0n } = {}): Promise<Keypair> {
  const key = Keypair.generate()
  const account = key.publicKey.toBase58()
  const funding = { fromPubkey: scene.faucet.publicKey, toPubkey: key.publicKey, lamports }
  await scene.execute([SystemProgram.transfer(funding)], [scene.faucet])
  if (dollars > 0n) {
    const [source, destination] = await Promise.all(
      [friend, account].map((owner) => tokenAccountOf(owner, dusd.mint)),
    )
    await scene.execute(
      [
        instructions.openTokenAccount({
          ...{ payer: friend, owner: account, mint: dusd.mint, program: tokenProgram },
          account: destination as string,
        }),
        instructions.sendToken({
          ...{ program: tokenProgram, mint: dusd.mint, decimals: 6, owner: friend, amount: dollars },
          ...{ source: source as string, destination: destination as string },
        }),
      ],
      [scene.friend],
    )
  }
  return key
}

type Sides = { from: SwapAsset; to: SwapAsset }
const orderOf = (account: string, { from, to }: Sides, minimum = 148_500_000n): SwapOrder => ({
  ...{ account, from, to, amount, minimum, quote },
})

const offerFor = ({ account, from, to }: SwapOrder, lookupTables = [table]) =>
  writeJupiterOffer({
    ...{ account, from: from.token ?? wrappedMint, to: to.token ?? wrappedMint },
    ...{ fromProgram: programOf(from), toProgram: programOf(to) },
    ...{ amount, quoted, slippageBps: 100, lookupTables },
  })

/** What the node answers to a rehearsal; undefined: what it really found. */
let rehearsal: { answer: unknown; wire?: Uint8Array | undefined } | undefined

/** Runs something while the local node says that it is of the main network. */
async function onMainnet<T>(run: () => Promise<T>): Promise<T> {
  const { value } = await scene.tampered((method, _, [transaction]) => {
    if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    if (method !== 'simulateTransaction' || !rehearsal) return undefined
    rehearsal.wire = base64.decode(transaction as string)
    return rehearsal.answer
  }, run)
  return value
}

async function prepare(
  order: SwapOrder,
  { endpoint = mainnet as typeof scene.endpoint, data }: { endpoint?: object; data?: string } = {},
): Promise<SwapPlan> {
  const document = data ?? toData(await offerFor(order))
  const parameters = { ...(endpoint as typeof scene.endpoint), provider: undefined, order }
  const tx = { from: order.account, to: jupiterProgram, data: document, amount: '0' }
  const run = () => swaps.prepare({ ...parameters, fetchTransaction: async () => ({ tx }) })
  return endpoint === mainnet ? onMainnet(run) : run()
}

/** What a node says that has run the swap: there is no Jupiter on the local network. */
async function rehearsed<T>(
  changes: { lamports?: bigint; dollars?: bigint; stones?: bigint },
  order: SwapOrder,
  run: () => Promise<T>,
): Promise<{ value: T; wire: Uint8Array | undefined }> {
  const { account } = order
  const holding = async (mint: string, program: string, units: bigint) => {
    const address = await tokenAccountOf(account, mint, program)
    const found = await scene.connection.getAccountInfo(new PublicKey(address))
    const data = new Uint8Array(found?.data ?? new Uint8Array(165).fill(1, 108, 109))
    data.set(new PublicKey(mint).toBytes())
    data.set(new PublicKey(account).toBytes(), 32)
    const view = new DataView(data.buffer)
    view.setBigUint64(64, view.getBigUint64(64, true) + units, true)
    return toAnswer(program, Number(rent), data)
  }
  const lamports =
    BigInt(await scene.connection.getBalance(new PublicKey(account))) + (changes.lamports ?? 0n)
  const sideOf = async (asset: SwapAsset) => {
    const { token } = asset
    if (token === undefined) return null
    return holding(token, programOf(asset), (token === dusd.mint ? changes.dollars : changes.stones) ?? 0n)
  }
  const accounts = [
    toAnswer(SystemProgram.programId.toBase58(), Number(lamports), new Uint8Array()),
    await sideOf(order.from),
    await sideOf(order.to),
  ]
  rehearsal = { answer: { context: { slot: 1 }, value: { err: null, logs: [], accounts } } }
  try {
    return { value: await run(), wire: rehearsal.wire }
  } finally {
    rehearsal = undefined
  }
}

const toAnswer = (owner: string, lamports: number, data: Uint8Array) => ({
  ...{ owner, lamports, executable: false, rentEpoch: 0, space: data.length },
  data: [base64.encode(data), 'base64'],
})

describe('swaps with Jupiter', () => {
  test('behavior: the coin for a token: what it costs, and one signature', async () => {
    const account = (await fund()).publicKey.toBase58()
    const order = orderOf(account, { from: coin, to: dollar })
    const changes = { lamports: -amount - fee - rent, dollars: 149_000_000n }
    const { value: plan, wire } = await rehearsed(changes, order, () => prepare(order))
    expect(plan).toMatchObject({
      ...{ steps: ['swap'], isAtomic: false, fee: fee + rent, receives: 149_000_000n },
    })
    expect([plan.refusal, plan.spender]).toEqual([undefined, undefined])
    const { message } = VersionedTransaction.deserialize(wire as Uint8Array)
    expect(message.header.numRequiredSignatures).toBe(1)
    expect(message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58())).toEqual([table])
    expect(message.compiledInstructions).toHaveLength(8)
  })

  test('behavior: signed with the newest blockhash, by the wallet', async () => {
    const { provider } = await scene.connectWallet()
    const order = orderOf(provider.publicKey?.toBase58() as string, { from: coin, to: dollar })
    const changes = { lamports: -amount - fee, dollars: 149_000_000n }
    const { value: plan, wire: tried } = await rehearsed(changes, order, () => prepare(order))
    await scene.execute([instructions.memo('another block')], [scene.faucet])
    let asked: Uint8Array | undefined
    const wallet = {
      publicKey: provider.publicKey,
      sendTransaction: async (wire: Uint8Array) => {
        asked = wire
        return 'hash'
      },
    }
    const step = () => swaps.perform({ ...mainnet, provider: wallet, plan, step: 'swap' } as never)
    const readNewest = async () => (await scene.connection.getLatestBlockhash('confirmed')).blockhash
    let newest: string
    // A new block in the meantime would leave open which one was the newest.
    do {
      newest = await readNewest()
      expect(await onMainnet(step)).toMatchObject({ sent: { hash: 'hash', from: order.account } })
    } while (newest !== (await readNewest()))
    const [before, after] = [tried, asked].map((wire) => VersionedTransaction.deserialize(wire as Uint8Array))
    expect(after?.message.recentBlockhash).toBe(newest)
    expect(after?.message.compiledInstructions).toEqual(before?.message.compiledInstructions)
  })

  test('behavior: a token for the coin, and for another token', async () => {
    const account = (await fund({ dollars: 2_000_000_000n })).publicKey.toBase58()
    const back = orderOf(account, { from: dollar, to: coin })
    const earned = { lamports: 149_000_000n - fee, dollars: -amount }
    expect((await rehearsed(earned, back, () => prepare(back))).value).toMatchObject({
      ...{ steps: ['swap'], fee, receives: 149_000_000n },
    })
    const other = orderOf(account, { from: dollar, to: stone })
    const traded = { lamports: -fee - stoneRent, dollars: -amount, stones: 149_000_000n }
    expect((await rehearsed(traded, other, () => prepare(other))).value).toMatchObject({
      ...{ steps: ['swap'], fee: fee + stoneRent, receives: 149_000_000n },
    })
  })

  test('error: more is taken than agreed, or less arrives', async () => {
    const account = (await fund({ dollars: 2_000_000_000n })).publicKey.toBase58()
    const refusalOf = async (sides: Sides, changes: Parameters<typeof rehearsed>[0]) => {
      const order = orderOf(account, sides)
      return (await rehearsed(changes, order, () => prepare(order))).value.refusal
    }
    const [sell, buy] = [
      { from: dollar, to: coin },
      { from: coin, to: stone },
    ]
    expect(await refusalOf(sell, { lamports: 148_500_000n - fee, dollars: -amount })).toBeUndefined()
    expect(await refusalOf(sell, { lamports: 148_499_999n - fee, dollars: -amount })).toBe('unverified')
    expect(await refusalOf(sell, { lamports: 149_000_000n, dollars: -amount - 1n })).toBe('unverified')
    const cost = -amount - fee - stoneRent
    expect(await refusalOf(buy, { lamports: cost, stones: 148_500_000n })).toBeUndefined()
    expect(await refusalOf(buy, { lamports: cost - 1n, stones: 148_500_000n })).toBe('unverified')
    expect(await refusalOf(buy, { lamports: cost, stones: 148_499_999n })).toBe('unverified')
  })

  test('error: it would fail: the local network has no Jupiter', async () => {
    const account = (await fund()).publicKey.toBase58()
    const plan = await prepare(orderOf(account, { from: coin, to: dollar }))
    expect(plan).toMatchObject({ refusal: 'fails', steps: [], request: undefined })
    await expect(
      swaps.perform({ ...mainnet, provider: undefined, plan, step: 'swap' } as never),
    ).rejects.toThrow('cannot be made')
  })

  test('error: the node does not simulate, so that nobody has tried the swap', async () => {
    const account = (await fund()).publicKey.toBase58()
    rehearsal = { answer: new Error('down') }
    const plan = await prepare(orderOf(account, { from: coin, to: dollar }))
    rehearsal = undefined
    expect(plan).toMatchObject({ refusal: 'cannot-rehearse', request: undefined })
  })

  test('error: the coins do not pay for it, deposits that come back included', async () => {
    const needed = Number(amount + fee + 2n * rent)
    const refusalOf = async (lamports: number) => {
      const account = (await fund({ lamports })).publicKey.toBase58()
      const order = orderOf(account, { from: coin, to: dollar })
      const changes = { lamports: -amount - fee - rent, dollars: 149_000_000n }
      return (await rehearsed(changes, order, () => prepare(order))).value.refusal
    }
    expect(await refusalOf(needed)).toBeUndefined()
    expect(await refusalOf(needed - 1)).toBe('no-fee')
  })

  test('error: another network, another swap, or a table that is none', async () => {
    const account = (await fund()).publicKey.toBase58()
    const order = orderOf(account, { from: coin, to: dollar })
    const refusalOf = async (other: Partial<SwapOrder>, options: Parameters<typeof prepare>[1] = {}) => {
      const data = toData(await offerFor(order))
      const changes = { lamports: -amount - fee - rent, dollars: 149_000_000n }
      const asked = { ...order, ...other }
      return (await rehearsed(changes, order, () => prepare(asked, { data, ...options }))).value.refusal
    }
    expect(await refusalOf({})).toBeUndefined()
    expect(await refusalOf({}, { endpoint: scene.endpoint })).toBe('unverified')
    for (const other of [
      { amount: amount + 1n },
      { amount: amount - 1n },
      { minimum: 148_500_001n },
      { minimum: 0n },
      { account: friend },
      { to: stone },
      { from: dollar, to: coin },
      { to: { ...coin, token: wrappedMint } },
      { to: { ...dollar, decimals: 9 } },
    ])
      expect(await refusalOf(other), Object.keys(other).join()).toBe('unverified')
    const data = toData(await offerFor(order, [table, friend]))
    expect(await refusalOf({}, { data })).toBe('unverified')
  })

  test('behavior: opening, wrapping and unwrapping do on the network what they say', async () => {
    const key = await fund()
    const account = key.publicKey.toBase58()
    const [own, theirs, dollars, theirDollars] = (await Promise.all(
      [wrappedMint, dusd.mint].flatMap((mint) =>
        [account, friend].map((owner) => tokenAccountOf(owner, mint)),
      ),
    )) as [string, string, string, string]
    const open = (owner: string, mint: string, address: string) =>
      instructions.openTokenAccount({ payer: friend, owner, mint, account: address, program: tokenProgram })
    await scene.execute([open(friend, wrappedMint, theirs)], [scene.friend])
    const pay = (from: string, to: string, owner: string, mint: string, units: bigint) =>
      instructions.sendToken({
        ...{ program: tokenProgram, source: from, destination: to, owner, mint, amount: units },
        decimals: mint === dusd.mint ? 6 : 9,
      })
    const balance = async () => BigInt(await scene.connection.getBalance(key.publicKey, 'confirmed'))
    const unitsOf = async (address: string) =>
      BigInt(
        (await scene.connection.getTokenAccountBalance(new PublicKey(address), 'confirmed')).value.amount,
      )
    const isOpen = async (address: string) =>
      (await scene.connection.getAccountInfo(new PublicKey(address), 'confirmed')) !== null
    const swap = async (sides: Sides, [first, second]: [Instruction, Instruction], keepsWrapped = false) => {
      const read = await readJupiterSides(orderOf(account, sides), { from: undefined, to: undefined })
      if (!read) return expect.fail('There are no sides.')
      const list = listJupiterInstructions({ account, amount, sides: read, swap: first, keepsWrapped })
      list.splice(list.indexOf(first) + 1, 0, second)
      // A stand-in for Jupiter needs a signature of its own, which costs 5,000 lamports.
      await scene.execute(list, [key, scene.friend])
    }

    const start = await balance()
    await swap({ from: coin, to: dollar }, [
      pay(own, theirs, account, wrappedMint, amount),
      pay(theirDollars, dollars, friend, dusd.mint, 5_000_000n),
    ])
    expect(await balance()).toBe(start - amount - fee - 5_000n - rent)
    expect([await unitsOf(dollars), await isOpen(own)]).toEqual([5_000_000n, false])

    const middle = await balance()
    await swap({ from: dollar, to: coin }, [
      pay(dollars, theirDollars, account, dusd.mint, 5_000_000n),
      pay(theirs, own, friend, wrappedMint, amount),
    ])
    expect(await balance()).toBe(middle + amount - fee - 5_000n)
    expect(await isOpen(own)).toBe(false)

    // Coins that were wrapped before stay so.
    await scene.execute(
      [
        open(account, wrappedMint, own),
        instructions.sendCoin({ from: friend, to: own, amount: 700n }),
        { program: tokenProgram, accounts: [{ address: own, isWritable: true }], data: Uint8Array.of(17) },
      ],
      [scene.friend],
    )
    await swap(
      { from: coin, to: dollar },
      [
        pay(own, theirs, account, wrappedMint, amount),
        pay(theirDollars, dollars, friend, dusd.mint, 5_000_000n),
      ],
      true,
    )
    expect(await unitsOf(own)).toBe(700n)
  })
})
