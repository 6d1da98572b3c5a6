import * as z from 'zod/mini'
import { base58Bytes } from '../parsing/bytes.ts'

// `JSON.parse` has no large integers: above 2^53 lamports (9 million SOL) the last digits are lost.
const lamports = z.number().check(z.gte(0), z.lte(2 ** 64), z.refine(Number.isInteger))

/** The response to `getBalance`. */
export const balanceResponse = z.object({ value: lamports })

/** The response to `getTokenAccountsByOwner`. Entries are parsed separately, so that malformed ones can be skipped. */
export const tokenAccountsResponse = z.object({ value: z.array(z.unknown()).check(z.maxLength(10_000)) })

const key = z.string().check(z.refine((text) => base58Bytes(text, 32) !== undefined))

const tokenAccount = z.object({
  account: z.object({
    data: z.object({
      parsed: z.object({
        type: z.literal('account'),
        info: z.object({
          mint: key,
          owner: key,
          tokenAmount: z.object({
            // An unsigned 64-bit integer has at most 20 digits.
            amount: z.string().check(z.regex(/^\d{1,20}$/)),
            decimals: z.int().check(z.gte(0), z.lte(255)),
          }),
        }),
      }),
    }),
  }),
})

/** Parses a token account in `jsonParsed` encoding. Returns `undefined` if it is malformed or has another owner. */
export function readTokenAccount(
  entry: unknown,
  owner: string,
): { mint: string; amount: bigint; decimals: number } | undefined {
  const parsed = tokenAccount.safeParse(entry)
  if (!parsed.success) return undefined
  const { info } = parsed.data.account.data.parsed
  if (info.owner !== owner) return undefined
  return { mint: info.mint, amount: BigInt(info.tokenAmount.amount), decimals: info.tokenAmount.decimals }
}

/** The response to `getSignatureStatuses` for one signature. */
export const statusResponse = z.object({
  value: z.tuple([
    z.nullable(z.object({ confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']) })),
  ]),
})
