import { createHash, randomBytes } from 'node:crypto'

/** Makes a secret key for a project's servers: 256 random bits. Shown once; kept as its hash. */
export function createSecretKey(): { key: string; hash: string } {
  const key = `sk_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashSecretKey(key) }
}

/** What is kept of a key. A plain hash does: nobody can try 2^256 keys, and equal keys cannot be made. */
export function hashSecretKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** The secret key of an `Authorization` header; undefined if it carries none, for instance a session. */
export function readSecretKey(authorization: string | undefined): string | undefined {
  return /^Bearer +(sk_[\w-]{43})$/i.exec(authorization ?? '')?.[1]
}
