import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 hash under which a token is stored. Tokens are 256 random bits, so a slow password hash would add
 * nothing.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
