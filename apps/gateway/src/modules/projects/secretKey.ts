import { createHash, randomBytes } from 'node:crypto'

/** Creates a secret key for a project's servers: 256 random bits. It is shown once and stored as a hash. */
export function createSecretKey(): { key: string; hash: string } {
  const key = `sk_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashSecretKey(key) }
}

/** Returns the hash that is stored for a key. A plain SHA-256 is enough for 256 random bits. */
export function hashSecretKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Reads the secret key of an `Authorization` header; undefined if it contains none (but, for example, a session token).
 */
export function readSecretKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(sk_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
}
