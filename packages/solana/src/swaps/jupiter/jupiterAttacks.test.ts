import type { SwapAsset, SwapOrder } from '@portico/core'
import { base58, base64 } from '@scure/base'
import { AddressLookupTableAccount, PublicKey, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  discriminators,
  eventAuthority,
  type JupiterDocument,
  jupiterProgram,
  keyOf,
  poolAccounts,
  programAuthorityOf,
  toData,
  tokenAccountOf,
  tokenProgram,
  wrappedMint,
  writeJupiterOffer,
} from '../../../test/jupiterOffer.ts'
import { compileLookupMessage } from '../../messages/compileLookupMessage.ts'
import { programs } from '../../messages/programs.ts'
import type { SolanaNode } from '../../node/createNode.ts'
import type { AccountState } from '../../node/readAccount.ts'
import { readMints } from '../readMints.ts'
import { programAuthority } from './jupiterProgram.ts'
import { prepareJupiterSwap } from './prepareJupiterSwap.ts'

// Deriving addresses takes milliseconds, and they are the same few.
vi.mock('../../messages/deriveAddress.ts', async (load) => {
  const { deriveAddress } = await load<typeof import('../../messages/deriveAddress.ts')>()
  const known = new Map<string, Promise<string>>()
  return {
    deriveAddress(seeds: readonly Uint8Array[], program: string) {
      const key = [program, ...seeds.map((seed) => base64.encode(seed))].join()
      const address = known.get(key) ?? deriveAddress(seeds, program)
      known.set(key, address)
      return address
    },
  }
})

const [account, thief, sold, bought, tableOne, tableTwo] = [3, 7, 11, 13, 21, 22].map((one) =>
  keyOf(one),
) as [string, string, string, string, string, string]
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const [amount, minimum] = [1_000_000n, 4_950n]
const fee = 75_000n
const blockhash = keyOf(99)
const sides = ['token-token', 'coin-token', 'token-coin'] as const
type Side = (typeof sides)[number]

let own: Record<'sold' | 'bought' | 'coin' | 'other', string>
/** Whom a liar would like to be in the transaction. */
let wanted: string[]
/** The lookup tables as they are on the network: whoever has made them has put everything in. */
let tables: Map<string, string[]>
beforeAll(async () => {
  const at = (mint: string) => tokenAccountOf(account, mint)
  own = {
    sold: await at(sold),
    bought: await at(bought),
    coin: await at(wrappedMint),
    other: await at(keyOf(17)),
  }
  const stolen = await Promise.all([sold, bought, wrappedMint].map((mint) => tokenAccountOf(thief, mint)))
  wanted = [thief, ...stolen, account, own.sold, own.bought, own.coin, await programAuthorityOf(4)]
  tables = new Map([
    [tableOne, [...poolAccounts.slice(0, 6), ...wanted, sold, bought]],
    [tableTwo, [...poolAccounts.slice(6), thief, tokenProgram, wrappedMint, eventAuthority]],
  ])
})

async function honest(side: Side) {
  const tokenOf = (token: string): SwapAsset => ({ token, symbol: 'T', decimals: 6, isListed: true })
  const coin: SwapAsset = { symbol: 'SOL', decimals: 9, isListed: true }
  const from = side === 'coin-token' ? coin : tokenOf(sold)
  const to = side === 'token-coin' ? coin : tokenOf(bought)
  const order: SwapOrder = { account, from, to, amount, minimum, quote: {} as SwapOrder['quote'] }
  const document = await writeJupiterOffer({
    ...{ account, from: from.token ?? wrappedMint, to: to.token ?? wrappedMint },
    ...{ amount, quoted: 5_000n, slippageBps: 100, lookupTables: [tableOne, tableTwo] },
  })
  return { order, document }
}

const state = (owner: string, data: Uint8Array, lamports = 2_039_280n): AccountState => ({
  ...{ owner, lamports, data, isProgram: false },
})
const mintState = () => state(tokenProgram, new Uint8Array(82).fill(6, 44, 45).fill(1, 45, 46))
function holding(mint: string, units: bigint, lamports?: bigint): AccountState {
  const data = new Uint8Array(165).fill(1, 108, 109)
  data.set(base58.decode(mint))
  data.set(base58.decode(account), 32)
  new DataView(data.buffer).setBigUint64(64, units, true)
  return state(tokenProgram, data, lamports)
}
function tableState(entries: readonly string[]): AccountState {
  const data = new Uint8Array(56 + entries.length * 32).fill(1, 0, 1).fill(255, 4, 12)
  for (const [index, entry] of entries.entries()) data.set(base58.decode(entry), 56 + index * 32)
  return state('AddressLookupTab1e1111111111111111111111111', data)
}

/** A node whose rehearsals always show what was ordered, and whose lookup tables are what the liar says. */
function lyingNode(side: Side, shown: ReadonlyMap<string, readonly string[]>): SolanaNode {
  const before: Record<string, AccountState> = {
    [account]: state(programs.system, new Uint8Array(), 10n ** 10n),
    [own.sold]: holding(sold, 10n ** 9n),
    [own.bought]: holding(bought, 0n),
    [sold]: mintState(),
    [bought]: mintState(),
  }
  const after: Record<string, AccountState> = {
    ...before,
    [account]: state(
      programs.system,
      new Uint8Array(),
      10n ** 10n - fee + (side === 'coin-token' ? -amount : side === 'token-coin' ? minimum : 0n),
    ),
    [own.sold]: holding(sold, 10n ** 9n - amount),
    [own.bought]: holding(bought, minimum),
  }
  return {
    getAccounts: async (addresses) =>
      addresses.map((one) => before[one] ?? (shown.has(one) ? tableState(shown.get(one) ?? []) : undefined)),
    getRent: async () => 2_039_280n,
    getBlockhash: async () => ({ blockhash, lastValidBlockHeight: 1 }),
    simulate: async (_, { addresses = [] } = {}) => ({
      isSuccess: true,
      accounts: addresses.map((one) => after[one]),
    }),
  } as Partial<SolanaNode> as SolanaNode
}

/** Prepares a swap with a document of the gateway. */
async function prepare(order: SwapOrder, data: string, node: SolanaNode) {
  const mints = await readMints(node, order)
  if (!mints) throw new Error('The mints are not readable.')
  return prepareJupiterSwap({
    ...{ order, mints, node, networkId, data: base64.decode(data) },
    refuse: (refusal) => ({
      ...{ order, steps: [], isAtomic: false, fee: 0n, notes: [], refusal, request: undefined },
    }),
  })
}

/** Prepares the swap, and returns what the wallet would be asked to sign. */
async function ask(
  side: Side,
  order: SwapOrder,
  data: string,
  shown: ReadonlyMap<string, readonly string[]>,
) {
  const plan = await prepare(order, data, lyingNode(side, shown))
  if (plan.refusal) return undefined
  return (plan.request as (blockhash: string) => Uint8Array)(blockhash)
}

/** Reads a transaction with Solana's own library and the real lookup tables. Returns undefined if the network refuses it. */
function resolve(wire: Uint8Array) {
  const { message } = VersionedTransaction.deserialize(wire)
  const entriesOf = (table: PublicKey) => tables.get(table.toBase58()) ?? []
  const isThere = message.addressTableLookups.every((one) =>
    [...one.writableIndexes, ...one.readonlyIndexes].every((at) => at < entriesOf(one.accountKey).length),
  )
  if (!isThere) return undefined
  const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 }
  const addressLookupTableAccounts = message.addressTableLookups.map(({ accountKey: key }) => {
    const addresses = entriesOf(key).map((one) => new PublicKey(one))
    return new AddressLookupTableAccount({ key, state: { ...state, addresses } })
  })
  const segments = message.getAccountKeys({ addressLookupTableAccounts }).keySegments()
  const keys = segments.flat().map((one) => one.toBase58())
  return new Set(keys).size < keys.length ? undefined : { message, keys }
}

/**
 * Says what a transaction does to the account if Jupiter's program and the exchanges want to take as much as they may. `invalid`: the
 * network refuses it. `theft`: it may do more than the swap.
 */
function examine(
  wire: Uint8Array,
): 'invalid' | 'theft' | { gives: bigint; of: string; gets: bigint; at: string } {
  const resolved = resolve(wire)
  if (!resolved) return 'invalid'
  const { message, keys } = resolved
  if (message.header.numRequiredSignatures !== 1 || keys[0] !== account) return 'theft'
  let [wrapped, units, price] = [0n, 0n, 0n]
  let swap: Exclude<ReturnType<typeof examine>, string> | undefined
  for (const { programIdIndex, accountKeyIndexes, data } of message.compiledInstructions) {
    const accounts = accountKeyIndexes.map((index) => keys[index] as string)
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    const kind = data[0] as number
    switch (keys[programIdIndex]) {
      case programs.computeBudget:
        if (kind === 2) units = BigInt(view.getUint32(1, true))
        else if (kind === 3) price = view.getBigUint64(1, true)
        else return 'theft'
        break
      case programs.associatedToken:
        if (kind !== 1 || !Object.values(own).includes(accounts[1] as string) || accounts[2] !== account)
          return 'theft'
        break
      case programs.system:
        if (kind !== 2 || accounts[1] !== own.coin) return 'theft'
        wrapped += view.getBigUint64(4, true)
        break
      case tokenProgram: {
        const isClosed = kind === 9 && accounts[0] === own.coin && accounts[1] === account
        if (!isClosed && !(kind === 17 && accounts[0] === own.coin)) return 'theft'
        break
      }
      case jupiterProgram: {
        const isShared = discriminators.shared_accounts_route_v2.every((byte, index) => byte === data[index])
        const passedOn = accounts.slice(12)
        if (!isShared || swap || accounts[1] !== account || passedOn.includes(account)) return 'theft'
        if (passedOn.includes(accounts[2] as string) || passedOn.includes(accounts[5] as string))
          return 'theft'
        if (view.getUint32(27, true) !== 0) return 'theft'
        const slippage = BigInt(view.getUint16(25, true))
        swap = {
          ...{ gives: view.getBigUint64(9, true), of: accounts[2] as string },
          gets: (view.getBigUint64(17, true) * (10_000n - slippage)) / 10_000n,
          at: accounts[5] as string,
        }
        break
      }
      default:
        return 'theft'
    }
  }
  const isFeeShown = 5_000n + (units * price) / 1_000_000n === fee
  if (!swap || !isFeeShown || wrapped !== (swap.of === own.coin ? swap.gives : 0n)) return 'theft'
  return swap
}

/** Whether a transaction is not what was ordered. */
function isBad(side: Side, wire: Uint8Array): boolean {
  const found = examine(wire)
  if (found === 'invalid') return false
  if (found === 'theft') return true
  const source = side === 'coin-token' ? own.coin : own.sold
  const destination = side === 'token-coin' ? own.coin : own.bought
  return found.gives !== amount || found.of !== source || found.gets < minimum || found.at !== destination
}

const place = fc.nat(22)
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(45), to: fc.nat(255) }),
  fc.record({
    kind: fc.constant('number' as const),
    at: fc.constantFrom(9, 17),
    value: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 4_900n, max: 1_000_001n })),
  }),
  fc.record({
    kind: fc.constant('rate' as const),
    at: fc.constantFrom(25, 27, 29),
    value: fc.oneof(fc.nat(65_535), fc.nat(200)),
  }),
  fc.record({ kind: fc.constant('form' as const), name: fc.constantFrom(...Object.keys(discriminators)) }),
  fc.record({ kind: fc.constant('account' as const), at: place, wanted: fc.nat(8) }),
  fc.record({ kind: fc.constant('insert' as const), at: place, wanted: fc.nat(8) }),
  fc.record({ kind: fc.constant('drop' as const), at: place }),
  fc.record({ kind: fc.constant('exchange' as const), at: place, other: place }),
  fc.record({
    kind: fc.constant('flags' as const),
    at: place,
    isSigner: fc.boolean(),
    isWritable: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('program' as const), wanted: fc.nat(8) }),
  fc.record({ kind: fc.constant('tail' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('cut' as const), count: fc.integer({ min: 1, max: 40 }) }),
  // The node says that a table has other entries than it has.
  fc.record({
    kind: fc.constant('table' as const),
    table: fc.nat(1),
    at: fc.nat(16),
    pool: fc.nat(10),
  }),
  fc.record({ kind: fc.constant('order' as const), table: fc.nat(1), by: fc.integer({ min: 1, max: 15 }) }),
  fc.record({ kind: fc.constant('tables' as const), list: fc.subarray([tableOne, tableTwo, thief]) }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

/** Changes the document, or what the node says about lookup tables. */
function mutate(document: JupiterDocument, shown: Map<string, string[]>, change: Mutation): void {
  const call = document.swapInstruction
  const { accounts } = call
  const data = base64.decode(call.data)
  const view = new DataView(data.buffer)
  const at = 'at' in change ? change.at % accounts.length : 0
  const pubkey = 'wanted' in change ? (wanted[change.wanted] as string) : ''
  const tableOf = (index: number) => [...shown.keys()][index] as string
  switch (change.kind) {
    case 'byte':
      data[change.at % data.length] = change.to
      break
    case 'number':
      if (change.at + 8 <= data.length) view.setBigUint64(change.at, change.value, true)
      break
    case 'rate':
      if (change.at + 2 <= data.length) view.setUint16(change.at, change.value, true)
      break
    case 'form':
      if (data.length >= 8) data.set(discriminators[change.name as keyof typeof discriminators])
      break
    case 'account':
      accounts[at] = { ...(accounts[at] as (typeof accounts)[number]), pubkey }
      break
    case 'insert':
      accounts.splice(at, 0, { pubkey, isSigner: false, isWritable: true })
      break
    case 'drop':
      accounts.splice(at, 1)
      break
    case 'exchange': {
      const other = change.other % accounts.length
      const [first, second] = [accounts[at], accounts[other]]
      if (first && second) {
        accounts[at] = second
        accounts[other] = first
      }
      break
    }
    case 'flags':
      accounts[at] = {
        ...(accounts[at] as (typeof accounts)[number]),
        ...{ isSigner: change.isSigner, isWritable: change.isWritable },
      }
      break
    case 'program':
      call.programId = pubkey
      break
    case 'tail':
      call.data = base64.encode(Uint8Array.from([...data, ...change.bytes]))
      return
    case 'cut':
      call.data = base64.encode(data.slice(0, -change.count))
      return
    case 'table': {
      const entries = shown.get(tableOf(change.table)) as string[]
      entries[change.at % entries.length] = poolAccounts[change.pool] as string
      break
    }
    case 'order': {
      const entries = shown.get(tableOf(change.table)) as string[]
      entries.push(...entries.splice(0, change.by % entries.length))
      break
    }
    case 'tables':
      document.lookupTables = change.list
      break
  }
  call.data = base64.encode(data)
}

/** The transaction that a page would write that reads nothing, undefined if none can be written. */
function writeBlindly({ swapInstruction, lookupTables }: JupiterDocument, shown: Map<string, string[]>) {
  const { programId: program, accounts, data } = swapInstruction
  try {
    const message = compileLookupMessage({
      ...{ payer: account, blockhash, fixed: new Set() },
      tables: new Map([...shown].filter(([one]) => lookupTables.includes(one))),
      instructions: [
        {
          program,
          accounts: accounts.map(({ pubkey: address, ...flags }) => ({ address, ...flags })),
          data: base64.decode(data),
        },
      ],
    })
    const signers = message[1] as number
    return Uint8Array.from([signers, ...new Uint8Array(64 * signers), ...message])
  } catch {
    return undefined
  }
}

describe('Jupiter, a gateway and a node that lie', () => {
  test.each(sides)('behavior: an honest swap passes, and is what was ordered: %s', async (side) => {
    const { order, document } = await honest(side)
    const wire = (await ask(side, order, toData(document), tables)) as Uint8Array
    expect(examine(wire)).toEqual({
      ...{ gives: amount, of: side === 'coin-token' ? own.coin : own.sold },
      ...{ gets: minimum, at: side === 'token-coin' ? own.coin : own.bought },
    })
    expect(isBad(side, wire)).toBe(false)
    const { message } = VersionedTransaction.deserialize(wire)
    expect(message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58())).toEqual([
      tableOne,
      tableTwo,
    ])
  })

  test('error: none of 5,000 lies passes that changes what is given, what arrives, or where', async () => {
    const originals = new Map(
      await Promise.all(sides.map(async (side) => [side, await honest(side)] as const)),
    )
    let [changed, passed, harmful] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sides),
        fc.array(mutation, { minLength: 1, maxLength: 2 }),
        async (side, changes) => {
          const { order, document } = originals.get(side) as Awaited<ReturnType<typeof honest>>
          const lie = structuredClone(document)
          const shown = structuredClone(tables)
          for (const change of changes) mutate(lie, shown, change)
          if (JSON.stringify([lie, [...shown]]) === JSON.stringify([document, [...tables]])) return
          changed++
          const blind = writeBlindly(lie, shown)
          if (blind && isBadAlone(side, blind)) harmful++
          const wire = await ask(side, order, toData(lie), shown)
          if (!wire) return
          passed++
          expect(isBad(side, wire), fc.stringify(changes)).toBe(false)
        },
      ),
      { numRuns: 5_600 },
    )
    expect(changed).toBeGreaterThan(5_000)
    expect(harmful).toBeGreaterThan(1_000)
    expect(passed).toBeGreaterThan(200)
    expect(passed).toBeLessThan(changed / 2)
  }, 120_000)

  test.each(Object.entries(discriminators).filter(([name]) => name !== 'shared_accounts_route_v2'))(
    'error: %s, which passes the signature on or has another layout',
    async (_, bytes) => {
      const { order, document } = await honest('token-token')
      const data = base64.decode(document.swapInstruction.data)
      data.set(bytes)
      document.swapInstruction.data = base64.encode(data)
      expect(await ask('token-token', order, toData(document), tables)).toBeUndefined()
    },
  )

  test('error: what is not the document', async () => {
    const { order, document } = await honest('token-token')
    const call = document.swapInstruction
    for (const other of [
      null,
      [],
      {},
      { swapInstruction: call, lookupTables: ['x'] },
      { swapInstruction: call, lookupTables: new Array(17).fill(tableOne) },
      { ...document, swapInstruction: { ...call, accounts: {} } },
      { ...document, swapInstruction: { ...call, accounts: [...call.accounts, null] } },
      { ...document, swapInstruction: { ...call, accounts: [...call.accounts, { pubkey: thief }] } },
      { ...document, swapInstruction: { ...call, data: '*' } },
      { ...document, swapInstruction: { ...call, data: '' } },
    ])
      expect(await ask('token-token', order, toData(other), tables)).toBeUndefined()
    for (const data of ['', base64.encode(Uint8Array.of(255, 123)), 'A'.repeat(200_000)])
      expect(await ask('token-token', order, data, tables)).toBeUndefined()
    expect(await ask('token-token', order, toData(document), tables)).toBeDefined()
  })

  test('error: more accounts than fit into a transaction', async () => {
    const { order, document } = await honest('token-token')
    const withPools = (count: number) => {
      const { accounts } = document.swapInstruction
      const pools = Array.from({ length: count }, (_, index) => ({
        ...{ pubkey: keyOf(61, index), isSigner: false, isWritable: false },
      }))
      const swapInstruction = { ...document.swapInstruction, accounts: [...accounts, ...pools] }
      return ask('token-token', order, toData({ ...document, swapInstruction }), tables)
    }
    expect(await withPools(1)).toBeDefined()
    for (const count of [40, 80, 200]) expect(await withPools(count)).toBeUndefined()
  })

  test('error: tables that are deactivated, or none', async () => {
    const { order, document } = await honest('token-token')
    const usual = lyingNode('token-token', tables)
    const withTable = async (change: (table: AccountState) => AccountState | undefined) =>
      (
        await prepare(order, toData(document), {
          ...usual,
          getAccounts: async (addresses) =>
            (
              await usual.getAccounts(addresses)
            ).map((one, index) => (one && addresses[index] === tableTwo ? change(one) : one)),
        })
      ).refusal
    const withBytes = (at: number, byte: number) => (table: AccountState) => ({
      ...table,
      data: table.data.slice().fill(byte, at, at + 1),
    })
    expect(await withTable((one) => one)).toBeUndefined()
    for (const change of [
      () => undefined,
      withBytes(0, 0),
      withBytes(4, 254),
      withBytes(11, 0),
      (one: AccountState) => ({ ...one, owner: programs.system }),
      (one: AccountState) => ({ ...one, data: one.data.slice(0, 55) }),
      (one: AccountState) => ({ ...one, data: one.data.slice(0, 100) }),
      (one: AccountState) => ({ ...one, data: new Uint8Array(56 + 257 * 32).fill(1, 0, 1).fill(255, 4, 12) }),
    ])
      expect(await withTable(change)).toBe('unverified')
  })

  test('error: another token account of the visitor is passed on to the exchange', async () => {
    const { order, document } = await honest('token-token')
    const [first] = poolAccounts as [string]
    const refusalOf = async (one: AccountState) =>
      (
        await prepare(order, toData(document), {
          ...lyingNode('token-token', tables),
          async getAccounts(addresses, slice) {
            const found = await lyingNode('token-token', tables).getAccounts(addresses)
            const cut = {
              ...one,
              data: slice ? one.data.slice(slice.offset, slice.offset + slice.length) : one.data,
            }
            return found.map((other, index) => (addresses[index] === first ? cut : other))
          },
        })
      ).refusal
    expect(await refusalOf(holding(keyOf(17), 1n))).toBe('unverified')
    expect(await refusalOf({ ...holding(keyOf(17), 1n), owner: thief })).toBeUndefined()
    const others = holding(keyOf(17), 1n)
    others.data.set(base58.decode(thief), 32)
    expect(await refusalOf(others)).toBeUndefined()
  })

  test('behavior: the accounts of the program are those that it uses', async () => {
    for (const id of [0, 1, 7, 255]) expect(await programAuthority(id)).toBe(await programAuthorityOf(id))
    // Known from transactions on the main network.
    const all = await Promise.all(Array.from({ length: 16 }, (_, id) => programAuthority(id)))
    expect(all).toContain('CapuXNQoDviLvU1PxFiizLgPNQCxrsag1uMeyk6zLVps')
    expect(all).toContain('BQ72nSv9f3PRyRKCBnHLVrerrv37CYTHm5h3s9VSGQDV')
  })
})

/** As `isBad`, for a transaction of Jupiter's instruction alone: nothing is wrapped, and it has no limits. */
function isBadAlone(side: Side, wire: Uint8Array): boolean {
  const resolved = resolve(wire)
  const call = resolved?.message.compiledInstructions[0]
  if (!resolved || !call) return false
  const accounts = call.accountKeyIndexes.map((index) => resolved.keys[index] as string)
  const view = new DataView(call.data.buffer, call.data.byteOffset, call.data.length)
  return (
    resolved.keys[call.programIdIndex] !== jupiterProgram ||
    accounts[2] !== (side === 'coin-token' ? own.coin : own.sold) ||
    accounts[5] !== (side === 'token-coin' ? own.coin : own.bought) ||
    accounts.slice(12).includes(account) ||
    (call.data.length >= 31 && (view.getBigUint64(9, true) !== amount || view.getUint32(27, true) !== 0))
  )
}
