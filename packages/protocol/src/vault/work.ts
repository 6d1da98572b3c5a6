import * as z from 'zod/mini'

/** A solved proof of work: the vault's challenge, and the number that solves it. */
export const workProof = z.strictObject({
  challenge: z.string().check(z.minLength(1), z.maxLength(200)),
  nonce: z.int().check(z.nonnegative()),
})
export type WorkProof = z.infer<typeof workProof>

/**
 * The most bits that a challenge may ask for: about a quarter of a million hashes, which a slow phone finishes before the host page
 * stops waiting (`frameLimits.loginTimeout`).
 */
export const maxWorkBits = 18

/** Returns the text whose SHA-256 hash must begin with the number of zero bits that the vault asked for. */
export function workText({ challenge, nonce }: WorkProof): string {
  return `${challenge}.${nonce}`
}

/** Returns whether a hash begins with at least `bits` zero bits; `bits` is at most 32. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const [first = 0, second = 0, third = 0, fourth = 0] = hash
  // Bitwise operators return signed numbers, so count instead of comparing.
  return Math.clz32((first << 24) | (second << 16) | (third << 8) | fourth) >= bits
}
