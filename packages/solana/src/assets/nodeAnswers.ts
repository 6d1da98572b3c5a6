import * as z from 'zod/mini'
import { base58Bytes } from '../parsing/bytes.ts'

// JSON of a browser has no large integers: past 2^53 lamports (9 million SOL) the last digits are lost on the way.
const lamports = z.number().check(z.gte(0), z.lte(2 ** 64), z.refine(Number.isInteger))

/** The answer of `getBalance`. */
export const lamportsAnswer = z.object({ value: lamports })

/** The answer of `getTokenAccountsByOwner`; each entry is read on its own, so that a bad one spoils no other. */
export const tokenAccountsAnswer = z.object({ value: z.array(z.unknown()).check(z.maxLength(10_000)) })

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
            // 64 bits have 20 digits at most.
            amount: z.string().check(z.regex(/^\d{1,20}$/)),
            decimals: z.int().check(z.gte(0), z.lte(255)),
          }),
        }),
      }),
    }),
  }),
})

/** One token account as `jsonParsed` gives it; `undefined` where it is none of this owner. */
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

/** The answer of `getSignatureStatuses` for one signature. */
export const statusAnswer = z.object({
  value: z.tuple([
    z.nullable(z.object({ confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']) })),
  ]),
})
