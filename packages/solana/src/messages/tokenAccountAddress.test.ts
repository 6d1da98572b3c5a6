import { base58 } from '@scure/base'
import type { Address } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { programs } from './programs.ts'
import { tokenAccountAddress } from './tokenAccountAddress.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes) as Address)

describe('tokenAccountAddress', () => {
  test('behavior: equals the address of @solana-program/token for 1,000 random owners and mints', async () => {
    await fc.assert(
      fc.asyncProperty(
        key,
        key,
        fc.constantFrom(programs.token, programs.token2022),
        async (owner, mint, program) => {
          const [expected] = await findAssociatedTokenPda({
            owner,
            mint,
            tokenProgram: program as string as Address,
          })
          expect(await tokenAccountAddress({ owner, mint, program })).toBe(expected)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
