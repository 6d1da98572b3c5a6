import * as z from 'zod/mini'

/** An amount in base units: decimal text below 2^256. */
export const units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string, { issues }) => {
    const amount = BigInt(text)
    if (amount >> 256n === 0n) return amount
    issues.push({ code: 'custom', message: 'The amount is too large.', input: text })
    return z.NEVER
  }),
)

/** An EVM address, returned in lower case. */
export const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  z.transform((text: string) => text.toLowerCase()),
)

/** Calldata, returned in lower case: at most 64 KiB. */
export const calldata = z.pipe(
  z.string().check(z.maxLength(2 + 2 * 64 * 1024), z.regex(/^0x([0-9a-fA-F]{2})*$/)),
  z.transform((text: string) => text.toLowerCase() as `0x${string}`),
)
