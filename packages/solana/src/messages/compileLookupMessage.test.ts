import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction as KitInstruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileLookupMessage } from './compileLookupMessage.ts'
import type { Instruction } from './Instruction.ts'

const keyOf = (kind: number, index: number) => {
  const bytes = new Uint8Array(32).fill(kind)
  bytes[31] = index
  // Base58 texts of very different beginnings, so that the order is tested too.
  bytes[0] = (index * 97 + kind * 31) % 251
  return base58.encode(bytes)
}
const payer = keyOf(200, 1)
const blockhash = keyOf(201, 1)
const program = fc.integer({ min: 0, max: 3 }).map((index) => keyOf(1, index))
const fixed = Array.from({ length: 6 }, (_, index) => keyOf(2, index))
const free = Array.from({ length: 20 }, (_, index) => keyOf(3, index))
const use = fc.record({
  address: fc.constantFrom(payer, ...fixed, ...free),
  isWritable: fc.boolean(),
  isSigner: fc.constant(false),
})
const scene = fc.record({
  instructions: fc.array(
    fc.record({
      program,
      accounts: fc.array(use, { maxLength: 8 }),
      data: fc.uint8Array({ maxLength: 20 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  tables: fc.array(fc.subarray(free), { maxLength: 3 }).map((lists) => {
    // An account is in one table only: libraries choose differently among several.
    const seen = new Set<string>()
    return new Map(
      lists.map((list, index) => {
        const entries = list.filter((one) => !seen.has(one))
        for (const one of entries) seen.add(one)
        return [keyOf(4, index), entries]
      }),
    )
  }),
})

const byTable = (tables: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...tables]) as Record<Address, Address[]>

/** The bytes that Solana's own library writes. */
function compileWithKit(
  instructions: readonly Instruction[],
  tables: ReadonlyMap<string, readonly string[]>,
): Uint8Array {
  const roleOf = (isWritable: boolean | undefined) =>
    isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer as Address, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as string as Blockhash, lastValidBlockHeight: 1n },
        paid,
      ),
    (timed) =>
      appendTransactionMessageInstructions(
        instructions.map(({ program: programAddress, accounts, data }) => ({
          programAddress: programAddress as Address,
          accounts: accounts.map(({ address, isWritable }) => ({
            address: address as Address,
            role: roleOf(isWritable),
          })),
          data,
        })),
        timed,
      ),
    (whole) => compressTransactionMessageUsingAddressLookupTables(whole, byTable(tables)),
  )
  return new Uint8Array(compileTransaction(message).messageBytes)
}

describe('compileLookupMessage', () => {
  test('behavior: @solana/kit reads 1,000 random messages back, and writes the same bytes', () => {
    let lookedUp = 0
    fc.assert(
      fc.property(scene, ({ instructions, tables }) => {
        const bytes = compileLookupMessage({ payer, instructions, blockhash, tables, fixed: new Set(fixed) })
        const compiled = getCompiledTransactionMessageDecoder().decode(bytes)
        const read = decompileTransactionMessage(compiled, {
          addressesByLookupTableAddress: byTable(tables),
        })
        const found: readonly KitInstruction[] = read.instructions
        expect(read.feePayer.address).toBe(payer)
        expect(
          found.map(({ programAddress, accounts, data }) => [
            programAddress,
            (accounts ?? []).map(({ address }) => address),
            [...(data ?? [])],
          ]),
        ).toEqual(
          instructions.map(({ program: address, accounts, data }) => [
            address,
            accounts.map((one) => one.address),
            [...data],
          ]),
        )
        // An account is writable if one instruction writes it.
        const written = new Set(
          instructions.flatMap(({ accounts }) =>
            accounts.flatMap(({ address, isWritable }) => (isWritable ? [address] : [])),
          ),
        )
        for (const { address, role } of found.flatMap(({ accounts }) => accounts ?? []))
          expect((role & 1) === 1).toBe(written.has(address) || address === payer)
        if ('addressTableLookups' in compiled && compiled.addressTableLookups?.length) lookedUp++
        expect(bytes).toEqual(compileWithKit(instructions, tables))
      }),
      { numRuns: 1_000 },
    )
    expect(lookedUp).toBeGreaterThan(250)
  })

  test('behavior: signers, programs and fixed accounts are in the message itself', () => {
    const [first, second, third, signer] = free as [string, string, string, string]
    const bytes = compileLookupMessage({
      ...{ payer, blockhash, fixed: new Set([second]) },
      instructions: [
        {
          program: first,
          accounts: [{ address: second }, { address: third }, { address: signer, isSigner: true }],
          data: new Uint8Array(),
        },
      ],
      tables: new Map([[keyOf(4, 0), free]]),
    })
    const compiled = getCompiledTransactionMessageDecoder().decode(bytes)
    expect(compiled).toMatchObject({
      version: 0,
      addressTableLookups: [{ writableIndexes: [], readonlyIndexes: [2] }],
    })
    expect(compiled.staticAccounts.toSorted()).toEqual([payer, signer, first, second].toSorted())
  })

  test('error: more than fits into a transaction', () => {
    const accounts = Array.from({ length: 40 }, (_, index) => ({ address: keyOf(5, index) }))
    expect(() =>
      compileLookupMessage({
        ...{ payer, blockhash, tables: new Map(), fixed: new Set() },
        instructions: [{ program: keyOf(1, 0), accounts, data: new Uint8Array() }],
      }),
    ).toThrow('too long')
  })
})
