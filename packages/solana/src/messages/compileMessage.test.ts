import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMessage } from './compileMessage.ts'

const key = (byte: number) => base58.encode(new Uint8Array(32).fill(byte + 1)) as Address
const keys = Array.from({ length: 20 }, (_, index) => key(index))
const [payer] = keys as [Address]
const instruction = fc.record({
  // The library refuses programs that are writable or the payer.
  program: fc.integer({ min: 150, max: 153 }).map(key),
  accounts: fc.array(
    fc.record({ address: fc.constantFrom(...keys), isSigner: fc.boolean(), isWritable: fc.boolean() }),
    { maxLength: 5 },
  ),
  data: fc.uint8Array({ maxLength: 20 }),
})
const tables = fc.uniqueArray(
  fc.record({
    address: fc.integer({ min: 100, max: 110 }).map(key),
    entries: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 10 }),
  }),
  { maxLength: 3, selector: ({ address }) => address },
)

describe('compileMessage', () => {
  test('behavior: equals the bytes of @solana/kit in 1,000 random messages with lookup tables', () => {
    let looked = 0
    fc.assert(
      fc.property(fc.array(instruction, { minLength: 1, maxLength: 2 }), tables, (list, lookups) => {
        // The library takes the last table that has an entry, and this the first; both are right.
        const seen = new Set<string>()
        const distinct = lookups.map(({ address, entries }) => ({
          address,
          entries: entries.filter((entry) => !seen.has(entry) && seen.add(entry)),
        }))
        const role = ({ isSigner, isWritable }: { isSigner: boolean; isWritable: boolean }) =>
          isSigner
            ? isWritable
              ? AccountRole.WRITABLE_SIGNER
              : AccountRole.READONLY_SIGNER
            : isWritable
              ? AccountRole.WRITABLE
              : AccountRole.READONLY
        // A signer anywhere is one everywhere; the library would look others up.
        const signers = new Set(
          list.flatMap(({ accounts }) => accounts.flatMap((one) => (one.isSigner ? [one.address] : []))),
        )
        const usable = distinct.map(({ address, entries }) => ({
          address,
          entries: entries.filter((entry) => !signers.has(entry) && entry !== payer),
        }))
        const message = pipe(
          createTransactionMessage({ version: 0 }),
          (empty) => setTransactionMessageFeePayer(payer, empty),
          (paid) =>
            setTransactionMessageLifetimeUsingBlockhash(
              { blockhash: key(60) as string as Blockhash, lastValidBlockHeight: 1n },
              paid,
            ),
          (timed) =>
            appendTransactionMessageInstructions(
              list.map(({ program, accounts, data }) => ({
                programAddress: program,
                accounts: accounts.map((use) => ({ address: use.address, role: role(use) })),
                data,
              })),
              timed,
            ),
          (full) =>
            compressTransactionMessageUsingAddressLookupTables(
              full,
              Object.fromEntries(usable.map(({ address, entries }) => [address, entries])),
            ),
        )
        const ours = compileMessage({
          payer,
          instructions: list,
          blockhash: key(60),
          tables: usable,
        })
        if (usable.some(({ entries }) => entries.length > 0)) looked++
        expect(ours).toEqual(new Uint8Array(compileTransaction(message).messageBytes))
      }),
      { numRuns: 1_000 },
    )
    expect(looked).toBeGreaterThan(300)
  })
})
