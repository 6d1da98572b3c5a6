import { base58 } from '@scure/base'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileMessage } from '../messages/compileMessage.ts'
import { programs } from '../messages/programs.ts'
import { writeTransfer } from './writeTransfer.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes) as Address)
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const transfer = fc.record({
  kind: fc.constantFrom('coin', 'spl', 'token-2022'),
  isNew: fc.boolean(),
  from: key,
  to: key,
  mint: key,
  source: key,
  destination: key,
  blockhash: key,
  amount,
  decimals: fc.integer({ min: 0, max: 255 }),
  references: fc.array(key, { maxLength: 3 }),
  memo: fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), { nil: undefined }),
})

/** The bytes that Solana's own library writes. */
function compileWithKit(
  payer: Address,
  blockhash: Address,
  instructions: readonly Instruction[],
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as string as Blockhash, lastValidBlockHeight: 1n },
        paid,
      ),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return new Uint8Array(compileTransaction(message).messageBytes)
}

const withReferences = (instruction: Instruction, references: readonly Address[]): Instruction => ({
  ...instruction,
  accounts: [
    ...(instruction.accounts ?? []),
    ...references.map((address) => ({ address, role: AccountRole.READONLY })),
  ],
})

describe('writeTransfer', () => {
  test('behavior: equals the bytes of @solana/kit in 10,000 random transfers', () => {
    fc.assert(
      fc.property(transfer, ({ kind, isNew, from, to, mint, source, destination, blockhash, ...of }) => {
        const owner = createNoopSigner(from)
        const memo: Instruction[] =
          of.memo === undefined
            ? []
            : [
                {
                  programAddress: programs.memo as Address,
                  accounts: [],
                  data: new TextEncoder().encode(of.memo),
                },
              ]
        const linkData = { references: of.references, memo: of.memo }
        if (kind === 'coin') {
          const coin = getTransferSolInstruction({ source: owner, destination: to, amount: of.amount })
          const written = writeTransfer({ from, to, amount: of.amount, linkData })
          expect(compileMessage({ payer: from, instructions: written, blockhash })).toEqual(
            compileWithKit(from, blockhash, [...memo, withReferences(coin, of.references)]),
          )
          return
        }
        const program = (kind === 'spl' ? programs.token : programs.token2022) as Address
        const opening = getCreateAssociatedTokenIdempotentInstruction({
          payer: owner,
          ata: destination,
          owner: to,
          mint,
          tokenProgram: program,
        })
        const sending = getTransferCheckedInstruction(
          { source, mint, destination, authority: owner, amount: of.amount, decimals: of.decimals },
          { programAddress: program },
        )
        const written = writeTransfer({
          from,
          to,
          amount: of.amount,
          token: {
            program,
            mint,
            decimals: of.decimals,
            destination,
            isNew,
            parts: [{ source, amount: of.amount }],
          },
          linkData,
        })
        expect(compileMessage({ payer: from, instructions: written, blockhash })).toEqual(
          compileWithKit(from, blockhash, [
            ...(isNew ? [opening] : []),
            ...memo,
            withReferences(sending, of.references),
          ]),
        )
      }),
      { numRuns: 10_000 },
    )
  }, 120_000)

  test('error: a transaction that is too long for the network', () => {
    const linkData = { references: [], memo: 'a'.repeat(1_300) }
    const instructions = writeTransfer({ from: programs.token, to: programs.token2022, amount: 1n, linkData })
    expect(() => compileMessage({ payer: programs.token, instructions, blockhash: programs.system })).toThrow(
      'too long',
    )
  })
})
