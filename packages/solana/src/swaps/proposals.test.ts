import type { SwapAsset, SwapOrder, SwapPlan } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene, type Tamper } from '../../test/startScene.ts'
import type { AccountUse, Instruction } from '../messages/Instruction.ts'
import { programs } from '../messages/programs.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createSwaps } from './createSwaps.ts'
import { jupiterProgram, readJupiterSwap } from './readJupiterSwap.ts'

/*
 * Jupiter's program is not on the local network, so the rehearsal's answer is written here. Everything that is read before it, and the
 * bytes that the wallet gets, are real.
 */
const { solana } = devnetManifest
const [dusd, pebble] = solana.tokens
const [visitor, friend] = solana.accounts.map(({ address }) => address) as [string, string]
const wrapped = 'So11111111111111111111111111111111111111112'
const events = 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf'
const key = (byte: number) => base58.encode(new Uint8Array(32).fill(byte))
const [thief, pool, authority] = [key(7), key(9), key(11)]
const coin: SwapAsset = { symbol: 'SOL', decimals: 9, isListed: true }
const dollar: SwapAsset = { token: dusd.mint, symbol: 'DUSD', decimals: 6, isListed: true }
const stone: SwapAsset = { token: pebble.mint, symbol: 'PBBL', decimals: 9, isListed: true }
const programOf = ({ token }: SwapAsset) => (token === pebble.mint ? pebble.program : programs.token)
const accountOf = (owner: string, asset: SwapAsset) =>
  tokenAccountAddress({ owner, mint: asset.token ?? wrapped, program: programOf(asset) })

const amount = 1_000_000n
const minimum = 990n
const orderOf = (from: SwapAsset, to: SwapAsset): SwapOrder => ({
  ...{ account: visitor, from, to, amount, minimum },
  quote: {} as SwapOrder['quote'],
})

const le = (value: bigint | number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n))

/** An honest instruction, as Jupiter's documentation and its program's IDL describe it. */
async function route(
  { from, to }: SwapOrder,
  { isShared = false, quoted = 1_000n, slippage = 100, fee = 0, share = 0, units = amount } = {},
): Promise<Instruction> {
  const [source, destination] = await Promise.all([accountOf(visitor, from), accountOf(visitor, to)])
  const mints = [from, to].map(({ token = wrapped }) => ({ address: token }))
  const tokenPrograms = [from, to].map((asset) => ({ address: programOf(asset) }))
  const [own, out] = [
    { address: source, isWritable: true },
    { address: destination, isWritable: true },
  ]
  const signer = { address: visitor, isSigner: true }
  const always = [{ address: events }, { address: jupiterProgram }]
  const middle = [key(21), key(22)].map((address) => ({ address, isWritable: true }))
  const accounts: AccountUse[] = isShared
    ? [{ address: authority }, signer, own, ...middle, out, ...mints, ...tokenPrograms, ...always]
    : [signer, own, out, ...mints, ...tokenPrograms, { address: jupiterProgram }, ...always]
  const name = isShared ? 'd19853937cfed8e9' : 'bb64facc31c4af14'
  const header = [units, quoted].flatMap((value) => le(value, 8))
  const data = Uint8Array.from([
    ...Buffer.from(name, 'hex'),
    ...(isShared ? [3] : []),
    ...header,
    ...[slippage, fee, share].flatMap((value) => le(value, 2)),
    ...[1, 0, 0, 0, 7, 16, 39, 0, 1],
  ])
  return { program: jupiterProgram, accounts: [...accounts, { address: pool, isWritable: true }], data }
}

const encode = ({ program, accounts, data }: Instruction, lookupTables: readonly string[] = []) =>
  base64.encode(
    new TextEncoder().encode(
      JSON.stringify({
        swapInstruction: {
          programId: program,
          accounts: accounts.map(({ address, isSigner = false, isWritable = false }) => ({
            ...{ pubkey: address, isSigner, isWritable },
          })),
          data: base64.encode(data),
        },
        lookupTables,
      }),
    ),
  )

const expectedOf = async ({ from, to }: SwapOrder) => ({
  ...{ owner: visitor, amount },
  ...{ source: await accountOf(visitor, from), destination: await accountOf(visitor, to) },
  ...{ sourceMint: from.token ?? wrapped, destinationMint: to.token ?? wrapped },
  ...{ sourceProgram: programOf(from), destinationProgram: programOf(to) },
})

describe('readJupiterSwap', () => {
  test.each([
    [false, 1_000n, 100, 990n],
    [true, 1_000n, 100, 990n],
    [false, 999n, 1, 998n],
    [true, 2n ** 64n - 1n, 0, 2n ** 64n - 1n],
    [false, 1_000n, 10_000, 0n],
  ])('behavior: shared %s, %s less %i: at least %s', async (isShared, quoted, slippage, least) => {
    const order = orderOf(dollar, stone)
    const swap = await route(order, { isShared, quoted, slippage })
    expect(readJupiterSwap(swap, await expectedOf(order))).toBe(least)
  })

  test('error: none of 1,000 changed instructions is read as a swap that pays anybody else, or less', async () => {
    const order = orderOf(dollar, stone)
    const expected = await expectedOf(order)
    const strangers = [thief, await accountOf(thief, dollar), await accountOf(thief, stone), friend]
    let [changed, passed] = [0, 0]
    const honest = [await route(order), await route(order, { isShared: true })]
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.oneof(
          fc.record({ at: fc.nat(45), to: fc.nat(255) }),
          fc.record({ account: fc.nat(13), stranger: fc.nat(3) }),
          fc.record({ account: fc.nat(13), other: fc.nat(13) }),
          fc.record({ account: fc.nat(13), isSigner: fc.constant(true) }),
          fc.record({ cut: fc.integer({ min: 1, max: 40 }) }),
          fc.record({ drop: fc.integer({ min: 0, max: 13 }) }),
          fc.record({ program: fc.nat(3) }),
        ),
        (isShared, change) => {
          const original = honest[isShared ? 1 : 0] as Instruction
          const accounts = original.accounts.map((use) => ({ ...use }))
          let { program, data } = { program: original.program, data: original.data.slice() }
          if ('at' in change) data[change.at % data.length] = change.to
          if ('cut' in change) data = data.slice(0, -change.cut)
          if ('program' in change) program = strangers[change.program] as string
          if ('drop' in change) accounts.splice(change.drop % accounts.length, 1)
          if ('account' in change) {
            const use = accounts[change.account % accounts.length] as AccountUse
            if ('stranger' in change) use.address = strangers[change.stranger] as string
            if ('other' in change)
              use.address = (accounts[change.other % accounts.length] as AccountUse).address
            if ('isSigner' in change) use.isSigner = true
          }
          const mutated = { program, accounts, data }
          if (
            JSON.stringify([...data, accounts, program]) ===
            JSON.stringify([...original.data, original.accounts, original.program])
          )
            return
          changed++
          const least = readJupiterSwap(mutated, expected)
          if (least === undefined || least < minimum) return
          passed++
          // Read again, in another way.
          const bytes = Buffer.from(data)
          const shift = isShared ? 1 : 0
          expect(program).toBe(jupiterProgram)
          expect(bytes.readBigUInt64LE(8 + shift)).toBe(amount)
          const quoted = bytes.readBigUInt64LE(16 + shift)
          expect((quoted * BigInt(10_000 - bytes.readUInt16LE(24 + shift))) / 10_000n).toBeGreaterThanOrEqual(
            minimum,
          )
          expect(bytes.readUInt32LE(26 + shift)).toBe(0)
          const named = accounts.map(({ address }) => address)
          const [owner, source, destination] = isShared ? [1, 2, 5] : [0, 1, 2]
          expect([named[owner], named[source], named[destination]]).toEqual([
            visitor,
            expected.source,
            expected.destination,
          ])
          if (!isShared) expect(named[7]).toBe(jupiterProgram)
          expect(accounts.filter(({ isSigner, address }) => isSigner && address !== visitor)).toEqual([])
        },
      ),
      { numRuns: 1_400 },
    )
    expect(changed).toBeGreaterThan(1_000)
    expect(passed).toBeLessThan(changed / 2)
  })
})

describe('a provider’s proposal', () => {
  const swaps = createSwaps({ commitment: 'confirmed' })
  let scene: Awaited<ReturnType<typeof startScene>>
  let provider: SolanaProvider
  beforeAll(async () => {
    scene = await startScene()
    provider = (await scene.connectWallet()).provider
  })
  afterAll(() => scene.close())

  type Account = { data: [string, string]; lamports: number; owner: string } | null
  /** Answers the rehearsal as if the swap had moved these amounts. */
  const rehearsed =
    ({ spent = amount, received = 1_000n, lamports = -5_000n } = {}): Tamper =>
    (method, _answer, params) => {
      if (method !== 'simulateTransaction') return undefined
      const add = (account: Account | undefined, units: bigint): Account => {
        if (!account || account.data[0] === '') return account ?? null
        const data = Buffer.from(account.data[0], 'base64')
        data.writeBigUInt64LE(data.readBigUInt64LE(64) + units, 64)
        return { ...account, data: [data.toString('base64'), 'base64'] }
      }
      const [account, source, destination] = before
      expect(params).toHaveLength(2)
      return {
        value: {
          err: null,
          accounts: [
            account && { ...account, lamports: Number(BigInt(account.lamports) + lamports) },
            add(source, -spent),
            add(destination, received),
          ],
        },
      }
    }
  let before: Account[] = []

  async function prepare(order: SwapOrder, data: string, tamper: Tamper): Promise<SwapPlan> {
    const remember: Tamper = (method, answer, params) => {
      const [addresses] = params as [string[]]
      if (method === 'getMultipleAccounts' && addresses.length === 3 && addresses[0] === visitor)
        before = (answer as { value: Account[] }).value
      return tamper(method, answer, params)
    }
    const fetchTransaction = async () => ({
      tx: { from: visitor, to: jupiterProgram, amount: '0', data },
    })
    const run = () => swaps.prepare({ ...scene.endpoint, provider, order, fetchTransaction })
    return (await scene.tampered(remember, run)).value
  }

  test('behavior: is written around the instruction, and rehearsed', async () => {
    const order = orderOf(dollar, stone)
    for (const isShared of [false, true]) {
      const plan = await prepare(order, encode(await route(order, { isShared })), rehearsed())
      expect(plan).toMatchObject({ steps: ['swap'], fee: 5_000n, receives: 1_000n, refusal: undefined })
    }
  })

  test('behavior: the wallet gets only our instructions, and this one', async () => {
    const asked: Uint8Array[] = []
    const wallet = {
      publicKey: { toBase58: () => visitor },
      sendTransaction: async (wire: Uint8Array) => {
        asked.push(wire)
        return base58.encode(new Uint8Array(64).fill(1))
      },
    }
    for (const [from, to, count] of [
      [dollar, stone, 3],
      [coin, dollar, 7],
      [dollar, coin, 4],
    ] as const) {
      const order = orderOf(from, to)
      const swap = await route(order)
      const move =
        from === coin ? { lamports: -amount - 5_000n } : to === coin ? { lamports: 1_000n - 5_000n } : {}
      const plan = await prepare(order, encode(swap), rehearsed(move))
      expect(plan).toMatchObject({ receives: 1_000n, refusal: undefined })
      await swaps.perform({ ...scene.endpoint, provider: wallet, plan, step: 'swap' })
      const { message } = VersionedTransaction.deserialize(asked.pop() as Uint8Array)
      const keys = message.staticAccountKeys.map((one) => one.toBase58())
      expect(message.header.numRequiredSignatures).toBe(1)
      expect(keys[0]).toBe(visitor)
      const called = message.compiledInstructions.map(({ programIdIndex }) => keys[programIdIndex] as string)
      expect(called).toHaveLength(count)
      expect(called.filter((program) => program === jupiterProgram)).toHaveLength(1)
      const ours = [programs.computeBudget, programs.associatedToken, programs.system, programs.token]
      expect(
        called
          .filter((program) => program !== jupiterProgram)
          .every((one) => (ours as string[]).includes(one)),
      ).toBe(true)
    }
  })

  test.each([
    ['less than the minimum arrives', { received: 989n }, 'below-minimum'],
    ['nothing arrives', { received: 0n }, 'below-minimum'],
    ['more than the amount leaves', { spent: amount + 1n }, 'unverified'],
    ['coins leave, too', { lamports: -5_001n }, 'unverified'],
  ])('error: in the rehearsal %s', async (_, move, refusal) => {
    const order = orderOf(dollar, stone)
    expect(await prepare(order, encode(await route(order)), rehearsed(move))).toMatchObject({ refusal })
  })

  test('error: it fails, or cannot be rehearsed', async () => {
    const order = orderOf(dollar, stone)
    const data = encode(await route(order))
    // The local node does not have the program.
    expect(await prepare(order, data, () => undefined)).toMatchObject({ refusal: 'fails' })
    const silent: Tamper = (method) => (method === 'simulateTransaction' ? new Error('down') : undefined)
    expect(await prepare(order, data, silent)).toMatchObject({ refusal: 'cannot-rehearse' })
    const other: Tamper = (method) =>
      method === 'simulateTransaction' ? { value: { err: null, accounts: [] } } : undefined
    expect(await prepare(order, data, other)).toMatchObject({ refusal: 'cannot-rehearse' })
  })

  test('error: instructions that are not the swap that was ordered', async () => {
    const order = orderOf(dollar, stone)
    const honest = await route(order)
    const named = async (use: AccountUse) => ({ ...honest, accounts: [...honest.accounts, use] })
    for (const data of [
      '',
      '*',
      encode({ ...honest, program: thief }),
      encode(await route(order, { quoted: 999n })),
      encode(await route(order, { slippage: 101 })),
      encode(await route(order, { slippage: 10_001 })),
      encode(await route(order, { fee: 1 })),
      encode(await route(order, { share: 1 })),
      encode(await route(order, { units: amount + 1n })),
      encode(await route(orderOf(stone, dollar))),
      // Somebody else signs; another token account of the visitor is named; a table is none.
      encode(await named({ address: thief, isSigner: true })),
      encode(
        await named({
          address: await accountOf(visitor, { ...coin, token: solana.nft.mint }),
          isWritable: true,
        }),
      ),
      encode(honest, [thief]),
      encode(honest, [dusd.mint]),
      encode(honest, new Array(9).fill(thief)),
    ])
      expect([data.slice(0, 20), await prepare(order, data, rehearsed())]).toMatchObject([
        data.slice(0, 20),
        { refusal: 'unverified', steps: [] },
      ])
  })
})
