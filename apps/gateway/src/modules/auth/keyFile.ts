import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatabaseError, writeAtomically } from '@portico/server'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import * as z from 'zod/mini'

const sessionKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  /** Added, but not yet promoted: nothing is signed with it. */
  prepared: z.optional(z.literal(true)),
  /** When another key was promoted in its place (epoch seconds). */
  signedUntil: z.optional(z.number()),
})
const keyFile = z.object({
  session: z.array(sessionKey).check(z.minLength(1)),
  cursor: z.string().check(z.minLength(40)),
})

/** A key of sessions, as it is in the file. The first one signs. */
export type SessionKey = z.infer<typeof sessionKey>
/** The content of `keys.json`. */
export type KeyFile = z.infer<typeof keyFile>

/**
 * Reads a key file; undefined if there is none.
 *
 * @throws {DatabaseError} that says what is wrong with it, without its secrets.
 */
export function readKeyFile(file: string): KeyFile | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusableKeyFile(file, error)
  }
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // Without the cause: the parser quotes the text, which has secrets.
    throw unusableKeyFile(file, undefined, 'is not JSON')
  }
  const { success, data, error } = keyFile.safeParse(content)
  if (success) return data
  const wrong = [...new Set(error.issues.map(({ path }) => path.join('.') || 'content'))]
  throw unusableKeyFile(file, undefined, `has no valid ${wrong.join(', ')}`)
}

/**
 * Creates a key file with new keys; the file of another process that created it first stays.
 *
 * @throws {DatabaseError} if it cannot be written.
 */
export async function createKeyFile(file: string): Promise<KeyFile> {
  const text = JSON.stringify({
    session: [await createSessionKey()],
    cursor: randomBytes(32).toString('base64url'),
  })
  try {
    writeAtomically(file, text, 'link')
  } catch (error) {
    throw unusableKeyFile(file, error)
  }
  const written = readKeyFile(file)
  if (!written) throw unusableKeyFile(file)
  return written
}

/** Returns the error of a key file that cannot be used. */
export function unusableKeyFile(file: string, cause?: unknown, reason = 'cannot be used'): DatabaseError {
  return new DatabaseError(
    `The key file ${file} ${reason}: correct it, restore it from a backup, or move it away to create a new one. With a new key file, every visitor must sign in again.`,
    { cause },
  )
}

/** Returns a new key of sessions. */
export async function createSessionKey(): Promise<SessionKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { x, d } = await exportJWK(privateKey)
  return { kty: 'OKP', crv: 'Ed25519', x: x as string, d: d as string }
}

/** Returns the ID of a key of sessions (RFC 7638). */
export function sessionKeyId({ kty, crv, x }: SessionKey): Promise<string> {
  return calculateJwkThumbprint({ kty, crv, x })
}
