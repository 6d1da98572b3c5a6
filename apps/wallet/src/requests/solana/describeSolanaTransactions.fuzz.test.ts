import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createRevokeInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token'
import {
  AddressLookupTableAccount,
  type Connection,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  dollar,
  friend,
  own,
  type SolanaScene,
  startSolanaScene,
  stranger,
  type Tamper,
  tokenAccountOf,
  unpriced,
} from '../../../test/startSolanaScene.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { associatedTokenAddress } from './associatedTokenAddress.ts'
import { programs } from './programs.ts'
import { readSolanaTransaction } from './readSolanaTransaction.ts'
import { readTokenAccount } from './readTokenAccount.ts'
import { resolveAccounts } from './resolveAccounts.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 400)
let scene: SolanaScene
beforeAll(async () => {
  scene = await startSolanaScene()
})
afterAll(() => scene.close())

const mine = tokenAccountOf(own)
/** No account can be opened here: wrapped SOL belongs to the first token program. */
const lostWrapped = tokenAccountOf(own, { key: NATIVE_MINT, programKey: TOKEN_2022_PROGRAM_ID })
const addresses = [
  own,
  friend,
  stranger,
  mine,
  tokenAccountOf(friend),
  tokenAccountOf(own, unpriced),
  dollar.key,
  lostWrapped,
]
const account = fc.constantFrom(...addresses)
const amount = fc.oneof(
  fc.constantFrom(0n, 1n, 700_000_000n, 90_000_000n, 2n ** 63n, 2n ** 64n - 1n),
  fc.bigInt(0n, 2n ** 64n - 1n),
)
const little = (value: bigint, size: number) =>
  Buffer.from(Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 255n)))
const bytesOf = (...parts: fc.Arbitrary<Buffer>[]) => fc.tuple(...parts).map((some) => Buffer.concat(some))
const u8 = fc.nat(45).map((number) => Buffer.of(number))
const u32 = fc.nat(14).map((number) => little(BigInt(number), 4))
const u64 = amount.map((value) => little(value, 8))
const key = account.map((address) => address.toBuffer())
const data = fc.oneof(
  bytesOf(u32, u64),
  bytesOf(u32, key),
  bytesOf(u32, u64, u64, key),
  bytesOf(u8, u64),
  bytesOf(u8, u64, u8),
  bytesOf(u8, u8, fc.constant(Buffer.of(1)), key),
  bytesOf(u8),
  bytesOf(u8, key),
  bytesOf(u32),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)
/** Instructions in the right form, with random amounts. */
const coins = fc.oneof(
  fc.constantFrom(0n, 100_000_000n, 200_000_000n, 600_000_000n, 700_000_000n),
  fc.bigInt(0n, 10n ** 12n),
)
const dollars = fc.oneof(
  fc.constantFrom(0n, 5_000_000n, 9_000_000n, 90_000_000n, 110_000_000n, 2n ** 64n - 1n),
  fc.bigInt(0n, 10n ** 9n),
)
const theirs = tokenAccountOf(friend)
const formed: fc.Arbitrary<TransactionInstruction> = fc.oneof(
  coins.map((lamports) => SystemProgram.transfer({ fromPubkey: own, toPubkey: friend, lamports })),
  coins.map((lamports) => SystemProgram.transfer({ fromPubkey: own, toPubkey: lostWrapped, lamports })),
  dollars.map((units) => createTransferInstruction(mine, theirs, own, units)),
  dollars.map((units) => createTransferCheckedInstruction(mine, dollar.key, theirs, own, units, 6)),
  dollars.map((units) => createApproveInstruction(mine, friend, own, units)),
  dollars.map((units) => createBurnInstruction(mine, dollar.key, own, units)),
  fc.constantFrom(
    createRevokeInstruction(mine, own),
    createSetAuthorityInstruction(mine, own, AuthorityType.AccountOwner, friend),
    createSetAuthorityInstruction(mine, own, AuthorityType.CloseAccount, friend),
    SystemProgram.assign({ accountPubkey: own, programId: friend }),
    createAssociatedTokenAccountIdempotentInstruction(own, tokenAccountOf(stranger), stranger, dollar.key),
    new TransactionInstruction({
      programId: new PublicKey(programs.memo),
      keys: [],
      data: Buffer.from('Hi'),
    }),
  ),
)
/** The same with a changed byte or account. */
const malformed = fc
  .record({ base: formed, at: fc.nat(20), byte: fc.nat(255), index: fc.nat(4), address: account })
  .map(({ base, at, byte, index, address }) => {
    const changed = Buffer.from(base.data)
    if (at < changed.length) changed[at] = byte
    const keys = base.keys.map((one, position) =>
      position === index && at % 2 === 0 ? { ...one, pubkey: address, isSigner: address.equals(own) } : one,
    )
    return new TransactionInstruction({ programId: base.programId, keys, data: changed })
  })
const { system, token, token2022, associatedToken, memo, computeBudget, stake } = programs
const random = fc
  .record({
    program: fc.constantFrom(system, token, token, token2022, associatedToken, memo, computeBudget, stake),
    keys: fc.array(account, { maxLength: 6 }),
    data,
  })
  .map(
    ({ program, keys, data }) =>
      new TransactionInstruction({
        programId: new PublicKey(program),
        keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(own), isWritable: true })),
        data,
      }),
  )

const instruction = fc.oneof({ arbitrary: formed, weight: 4 }, { arbitrary: malformed, weight: 3 }, random)

/** What a real simulation takes from the account, in US dollars at the prices of the scene, and whether it loses control. */
async function measure(connection: Connection, wire: Uint8Array) {
  const read = [own.toBase58(), mine.toBase58(), tokenAccountOf(own, unpriced).toBase58()]
  const call = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(connection.rpcEndpoint, { method: 'POST', body, headers })
    return ((await response.json()) as { result: { value: never } }).result.value
  }
  type State = { lamports: number; owner: string; data: [string] } | null
  const before: State[] = await call('getMultipleAccounts', [read, { encoding: 'base64' }])
  const simulated: { err: unknown; accounts: State[] } = await call('simulateTransaction', [
    Buffer.from(wire).toString('base64'),
    { encoding: 'base64', replaceRecentBlockhash: true, accounts: { encoding: 'base64', addresses: read } },
  ])
  if (simulated.err !== null) return { dollars: 0, isSafe: true }
  const parse = (state: State) =>
    readTokenAccount(
      state && {
        lamports: BigInt(state.lamports),
        program: state.owner,
        data: new Uint8Array(Buffer.from(state.data[0], 'base64')),
      },
    )
  const lost = (index: number) => (before[index]?.lamports ?? 0) - (simulated.accounts[index]?.lamports ?? 0)
  const tokens = [1, 2].map((index) => ({
    old: parse(before[index] ?? null),
    now: parse(simulated.accounts[index] ?? null),
  }))
  const [dollars, others] = tokens.map(({ old, now }) => Number((old?.amount ?? 0n) - (now?.amount ?? 0n)))
  const isSame = tokens.every(
    ({ old, now }) =>
      now?.owner === old?.owner && (!now?.delegate || now.delegate === old?.delegate) && !now?.closeAuthority,
  )
  return {
    dollars: (lost(0) / 1e9) * 150 + (dollars ?? 0) / 1e6,
    isSafe: isSame && (others ?? 0) <= 0 && simulated.accounts[0]?.owner === system,
  }
}

/** Answers that nothing changes. */
function nothingChanges(): Tamper {
  const known = new Map<unknown, unknown>()
  return (method, params, answer) => {
    if (method === 'getMultipleAccounts') {
      const { value } = answer as { value: unknown[] }
      ;(params[0] as unknown[]).forEach((address, index) => {
        known.set(address, value[index])
      })
    }
    if (method !== 'simulateTransaction') return undefined
    const { addresses: some } = (params[1] as { accounts: { addresses: string[] } }).accounts
    return { value: { err: null, accounts: some.map((address) => known.get(address) ?? null) } }
  }
}

describe('random transactions on Solana', () => {
  test('behavior: random bytes are refused, never crash, and are read back to the same bytes', async () => {
    const wire = await scene.write([
      new TransactionInstruction({ programId: friend, keys: [], data: Buffer.from([1, 2, 3]) }),
    ])
    const change = fc.record({ at: fc.nat(wire.length - 1), byte: fc.nat(255) })
    const mutated = fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
      const bytes = Uint8Array.from(wire)
      for (const { at, byte } of changes) bytes[at] = byte
      return bytes
    })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 1300 }), mutated), (bytes) => {
        try {
          const read = readSolanaTransaction(bytes, own.toBase58())
          expect(read.message.accounts.slice(0, read.message.signerCount)).toContain(own.toBase58())
        } catch (error) {
          expect(error).toBeInstanceOf(RequestRefusedError)
        }
      }),
      { numRuns: runs * 10 },
    )
  })

  test('behavior: random lookup tables never crash, and name the entries that web3.js names', () => {
    const lookup = { table: stranger.toBase58(), writable: [0, 3], readonly: [255] }
    const message = {
      version: 0 as const,
      signerCount: 1,
      readonlySignerCount: 0,
      readonlyOtherCount: 0,
      accounts: [own.toBase58()],
      blockhash: '',
      instructions: [],
      lookups: [lookup],
    }
    const header = Buffer.concat([little(1n, 4), little(2n ** 64n - 1n, 8), Buffer.alloc(44)])
    const table = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 8 }).map((entries) => {
        return new Uint8Array(Buffer.concat([header, ...entries]))
      }),
    )
    fc.assert(
      fc.property(table, (bytes) => {
        const state = { lamports: 1n, program: programs.lookupTable, data: bytes }
        const { accounts, missingCount } = resolveAccounts(message, new Map([[lookup.table, state]]))
        expect(accounts).toHaveLength(4)
        let expected: string[] = []
        try {
          const { addresses: entries, deactivationSlot } = AddressLookupTableAccount.deserialize(bytes)
          if (deactivationSlot === 2n ** 64n - 1n) expected = entries.map(String)
        } catch {
          // Not a table.
        }
        const found = [0, 3, 255].map((index) => expected[index])
        expect(missingCount).toBe(found.filter((one) => one === undefined).length)
        found.forEach((one, index) => {
          if (one !== undefined) expect(accounts[index + 1]).toBe(one)
        })
      }),
      { numRuns: runs * 5 },
    )
  })

  test('behavior: token accounts are derived as the SPL library derives them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const owner = new PublicKey(bytes)
        const parts = { owner: owner.toBase58(), mint: dollar.mint, program: dollar.program }
        expect(associatedTokenAddress(parts)).toBe(tokenAccountOf(owner).toBase58())
      }),
      { numRuns: Math.min(runs, 200) },
    )
  })

  test('behavior: what is not high risk costs no more than the limit, even if the simulation lies', async () => {
    const seen = { harmful: 0, small: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(instruction, { minLength: 1, maxLength: 3 }), async (instructions) => {
        const wire = await scene.write(instructions)
        const { risk } = await scene.show(wire, { tamper: nothingChanges() })
        const { dollars, isSafe } = await measure(scene.connection, wire)
        if (dollars > 100 || !isSafe) seen.harmful += 1
        if (risk === 'high') return
        if (dollars > 1) seen.small += 1
        expect(isSafe).toBe(true)
        expect(dollars).toBeLessThanOrEqual(100)
      }),
      { numRuns: runs },
    )
    // The generator reaches both: transactions that really do harm, and small ones that work.
    expect(seen.harmful).toBeGreaterThan(runs / 100)
    expect(seen.small).toBeGreaterThan(runs / 100)
  })
})
