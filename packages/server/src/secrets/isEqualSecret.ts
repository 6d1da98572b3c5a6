import { timingSafeEqual } from 'node:crypto'

/**
 * Returns whether two secrets, such as MACs and tokens, are equal. The comparison takes the same time whatever part of them
 * differs, so that a secret cannot be guessed byte by byte. Their lengths are no secret.
 *
 * @example
 * isEqualSecret(given, createHmac('sha256', key).update(text).digest())
 */
export function isEqualSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
