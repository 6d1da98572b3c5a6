import type { SwapAsset, SwapOrder } from '@portico/core'
import { base58 } from '@scure/base'
import { type Message, Transaction, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMessage } from '../messages/compileMessage.ts'
import type { Instruction } from '../messages/Instruction.ts'
import { instructions } from '../messages/instructions.ts'
import { programs } from '../messages/programs.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import { toUnsignedTransaction } from '../messages/toUnsignedTransaction.ts'
import { readMakerSwap } from './readMakerSwap.ts'
import type { SwapMints } from './SwapMints.ts'

const key = (byte: number) => base58.encode(new Uint8Array(32).fill(byte))
const [account, maker, thief, sold, bought] = [3, 5, 7, 11, 13].map(key) as [
  string,
  string,
  string,
  string,
  string,
]
const program = programs.token
const mint = { program, decimals: 6, isTransferable: true, fees: undefined, accountBytes: 165 }
const coin: SwapAsset = { symbol: 'SOL', decimals: 9, isListed: true }
const amount = 1_000_000n
const minimum = 5_000n
const blockhash = key(99)

const sides = ['token-token', 'coin-token', 'token-coin'] as const
type Side = (typeof sides)[number]

/** The transaction of an honest maker, from its instructions, and the order that it answers. */
async function honest(side: Side, opensAccount: boolean) {
  const tokenOf = (token: string): SwapAsset => ({ token, symbol: 'T', decimals: 6, isListed: true })
  const [from, to] = [
    side === 'coin-token' ? coin : tokenOf(sold),
    side === 'token-coin' ? coin : tokenOf(bought),
  ]
  const order: SwapOrder = { account, from, to, amount, minimum, quote: {} as SwapOrder['quote'] }
  const mints: SwapMints = { from: from.token ? mint : undefined, to: to.token ? mint : undefined }
  const at = (owner: string, token: string) => tokenAccountAddress({ owner, mint: token, program })
  const pay = async (asset: SwapAsset, payer: string, payee: string, units: bigint) =>
    asset.token === undefined
      ? instructions.sendCoin({ from: payer, to: payee, amount: units })
      : instructions.sendToken({
          ...{ program, mint: asset.token, decimals: 6, owner: payer, amount: units },
          source: await at(payer, asset.token),
          destination: await at(payee, asset.token),
        })
  const opening =
    opensAccount && to.token
      ? [
          instructions.openTokenAccount({
            ...{ payer: account, owner: account, mint: to.token, program },
            account: await at(account, to.token),
          }),
        ]
      : []
  const list = [
    ...opening,
    await pay(from, account, maker, amount),
    await pay(to, maker, account, minimum + 1n),
  ]
  return { order, mints, list }
}

function sign(list: readonly Instruction[], payer = account): Uint8Array {
  const wire = toUnsignedTransaction(compileMessage({ payer, instructions: list, blockhash }))
  if (wire[0] === 2) wire.fill(1, 65, 129)
  return wire
}

const thieves = [
  thief,
  tokenAccountAddress({ owner: thief, mint: sold, program }),
  tokenAccountAddress({ owner: thief, mint: bought, program }),
]

/** Ways to change an honest transaction. Most need a seed. */
const mutation = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(2_000), to: fc.nat(255) }),
  fc.record({
    kind: fc.constant('account' as const),
    instruction: fc.nat(2),
    at: fc.nat(5),
    thief: fc.nat(2),
  }),
  fc.record({
    kind: fc.constant('amount' as const),
    instruction: fc.nat(2),
    value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  }),
  fc.record({ kind: fc.constant('append' as const), at: fc.nat(3), thief: fc.nat(2), extra: fc.nat(6) }),
  fc.record({ kind: fc.constant('drop' as const), instruction: fc.nat(2) }),
  fc.record({ kind: fc.constant('swap' as const), one: fc.nat(2), other: fc.nat(2) }),
  fc.record({
    kind: fc.constant('flags' as const),
    instruction: fc.nat(2),
    at: fc.nat(5),
    isSigner: fc.boolean(),
    isWritable: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('program' as const), instruction: fc.nat(2), thief: fc.nat(2) }),
  fc.record({ kind: fc.constant('tail' as const), bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
  fc.record({ kind: fc.constant('cut' as const), count: fc.integer({ min: 1, max: 40 }) }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

const extras = (to: string, source: string): Instruction[] => [
  instructions.sendCoin({ from: account, to, amount: 1n }),
  instructions.sendToken({
    program,
    source,
    mint: sold,
    destination: to,
    owner: account,
    amount: 1n,
    decimals: 6,
  }),
  // Approve, SetAuthority and CloseAccount.
  {
    program,
    accounts: [{ address: source, isWritable: true }, { address: to }, { address: account, isSigner: true }],
    data: Uint8Array.of(4, 255, 255, 255, 255, 0, 0, 0, 0),
  },
  {
    program,
    accounts: [
      { address: source, isWritable: true },
      { address: account, isSigner: true },
    ],
    data: Uint8Array.from([6, 2, 1, ...base58.decode(to)]),
  },
  {
    program,
    accounts: [
      { address: source, isWritable: true },
      { address: to, isWritable: true },
      { address: account, isSigner: true },
    ],
    data: Uint8Array.of(9),
  },
  // Assign, and a program that nobody knows.
  {
    program: programs.system,
    accounts: [{ address: account, isSigner: true, isWritable: true }],
    data: Uint8Array.from([1, 0, 0, 0, ...base58.decode(thief)]),
  },
  {
    program: thief,
    accounts: [{ address: account, isSigner: true, isWritable: true }],
    data: Uint8Array.of(1),
  },
]

async function mutate(list: readonly Instruction[], change: Mutation): Promise<Uint8Array> {
  const stolen = await Promise.all(thieves)
  const copy: Instruction[] = list.map((one) => ({ ...one, data: one.data.slice() }))
  const target = 'instruction' in change ? copy[change.instruction % copy.length] : undefined
  const withAccount = (at: number, use: object) =>
    target?.accounts.map((one, index) =>
      index === at % target.accounts.length ? { ...one, ...use } : one,
    ) ?? []
  switch (change.kind) {
    case 'byte': {
      const wire = sign(copy)
      wire[change.at % wire.length] = change.to
      return wire
    }
    case 'account':
      if (target) target.accounts = withAccount(change.at, { address: stolen[change.thief] })
      break
    case 'amount':
      if (target && target.data.length > 8)
        new DataView(target.data.buffer).setBigUint64(
          target.program === programs.system ? 4 : 1,
          change.value,
          true,
        )
      break
    case 'append': {
      const source = await tokenAccountAddress({ owner: account, mint: sold, program })
      copy.splice(change.at, 0, extras(stolen[change.thief] as string, source)[change.extra] as Instruction)
      break
    }
    case 'drop':
      copy.splice(change.instruction % copy.length, 1)
      break
    case 'swap': {
      const [one, other] = [change.one % copy.length, change.other % copy.length]
      const kept = copy[one] as Instruction
      copy[one] = copy[other] as Instruction
      copy[other] = kept
      break
    }
    case 'flags':
      if (target)
        target.accounts = withAccount(change.at, { isSigner: change.isSigner, isWritable: change.isWritable })
      break
    case 'program':
      if (target) target.program = stolen[change.thief] as string
      break
    case 'tail':
      return Uint8Array.from([...sign(copy), ...change.bytes])
    case 'cut':
      return sign(copy).slice(0, -change.count)
  }
  return sign(copy)
}

/** Reads with Solana's own library what a transaction does, as text without blockhash and signatures. */
function describeWire(wire: Uint8Array): string {
  const message = VersionedTransaction.deserialize(wire).message as Message
  const { instructions: read, feePayer } = Transaction.populate(message)
  return JSON.stringify([
    feePayer,
    message.header,
    read.map(({ programId, keys, data }) => [programId, keys, data.toString('hex')]),
  ])
}
/** Replaces the amount that the maker pays. */
const withoutAmount = (text: string, units: bigint) =>
  text.replace(Buffer.from(BigUint64Array.of(units).buffer).toString('hex'), 'AMOUNT')

describe('the transaction of a maker that lies', () => {
  test.each(sides)('behavior: an honest one passes: %s', async (side) => {
    for (const opens of side === 'token-coin' ? [false] : [false, true]) {
      const { order, mints, list } = await honest(side, opens)
      const swap = await readMakerSwap({ wire: sign(list), order, mints, maker })
      expect(swap).toMatchObject({ receives: minimum + 1n, opensAccount: opens })
    }
  })

  test('error: none of 1,000 changed ones passes that pays anybody else, or less than the minimum', async () => {
    let [changed, passed] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...sides), fc.boolean(), mutation, async (side, opens, change) => {
        const { order, mints, list } = await honest(side, opens)
        const original = sign(list)
        let wire: Uint8Array
        try {
          wire = await mutate(list, change)
        } catch {
          // No transaction can be written of it.
          return
        }
        if (Buffer.compare(wire, original) === 0) return
        changed++
        const swap = await readMakerSwap({ wire, order, mints, maker })
        if (!swap) return
        passed++
        expect(swap.receives).toBeGreaterThanOrEqual(minimum)
        // Only the amount, the blockhash, the maker's signature or the opening of the own account may differ.
        const allowed = await Promise.all(
          [false, true].map(async (one) =>
            withoutAmount(describeWire(sign((await honest(side, one)).list)), minimum + 1n),
          ),
        )
        expect(allowed).toContain(withoutAmount(describeWire(wire), swap.receives))
      }),
      { numRuns: 1_300 },
    )
    expect(changed).toBeGreaterThan(1_000)
    expect(passed).toBeLessThan(changed / 4)
  })

  test('error: the maker has not signed, or the account has', async () => {
    const { order, mints, list } = await honest('token-token', false)
    const wire = sign(list)
    const read = (bytes: Uint8Array) => readMakerSwap({ wire: bytes, order, mints, maker })
    expect(await read(wire.slice().fill(0, 65, 129))).toBeUndefined()
    expect(await read(wire.slice().fill(1, 1, 65))).toBeUndefined()
  })
})
