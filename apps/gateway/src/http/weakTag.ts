import { createHash } from 'node:crypto'

/** A weak `ETag` (RFC 9110 §8.8.3) of what an answer depends on. */
export function weakTag(parts: readonly string[]): string {
  return `W/"${createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 22)}"`
}
