import { createHmac } from 'node:crypto'
import { isEqualSecret } from '@portico/server'

/** Time a webhook may take to arrive, and clocks may differ, in milliseconds. */
const toleranceMs = 5 * 60_000

/**
 * Whether an HMAC-SHA256 is that of a text, and its time is within five minutes of the current time. The comparison takes the same time
 * wherever the signatures differ.
 *
 * @param signature in lower-case hex, or base64url if `encoding` says so
 * @param at milliseconds since the epoch; the caller must have it from the signed text
 */
export function verifySignature({
  secret,
  text,
  signature,
  encoding = 'hex',
  at,
  now,
}: {
  secret: string
  text: string
  signature: string
  encoding?: 'hex' | 'base64' | 'base64url'
  at: number
  now: number
}): boolean {
  // Not `<=` on a NaN, which is false for both comparisons.
  if (!(Math.abs(now - at) <= toleranceMs)) return false
  return isEqualSecret(signature, createHmac('sha256', secret).update(text).digest(encoding))
}
