import { createHash } from 'node:crypto'

/** Returns a weak `ETag` (RFC 9110 §8.8.3): a hash of the values that a response depends on. */
export function weakTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}
