import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseError } from '@portico/server'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import * as z from 'zod/mini'

/** The gateway's own secrets. */
export type Keys = {
  /** Signs sessions and nonces: the first of the file. */
  signing: { kid: string; key: CryptoKey }
  /** Every public key, by its id: sessions signed before a rotation stay valid. */
  verifying: ReadonlyMap<string, { key: CryptoKey; jwk: JWK }>
  /** Signs cursors. */
  cursorSecret: Buffer
}

const okp = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })
const keyFile = z.object({
  session: z.array(okp).check(z.minLength(1)),
  cursor: z.string().check(z.minLength(40)),
})

/**
 * Reads the secrets from `keys.json` in the data folder; makes them on the first start. Only the owner may read the file.
 * To rotate, put a new key in front of `session` and remove the old one after seven days; where there are several
 * gateways, give all of them the new one in second place before.
 *
 * @param named the file to read instead; it must be there.
 * @throws {DatabaseError} if the file is there but not usable.
 */
export async function loadKeys({
  dataDir,
  file: named,
}: {
  dataDir: string
  file?: string | undefined
}): Promise<Keys> {
  const file = named ?? join(dataDir, 'keys.json')
  const content = read(file) ?? (named === undefined ? await create(file) : undefined)
  if (!content)
    throw new DatabaseError(
      `KEYS_FILE is ${file}, which is not there: copy keys.json of another gateway to it, or leave it out to have one made.`,
    )
  const verifying = new Map<string, { key: CryptoKey; jwk: JWK }>()
  let signing: Keys['signing'] | undefined
  for (const jwk of content.session) {
    const { d: _secret, ...publicJwk } = jwk
    const kid = await calculateJwkThumbprint(publicJwk)
    signing ??= { kid, key: (await importJWK(jwk, 'EdDSA')) as CryptoKey }
    verifying.set(kid, {
      key: (await importJWK(publicJwk, 'EdDSA')) as CryptoKey,
      jwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
    })
  }
  if (!signing) throw unusable(file)
  return { signing, verifying, cursorSecret: Buffer.from(content.cursor, 'base64url') }
}

function read(file: string): z.infer<typeof keyFile> | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unusable(file, error)
  }
  try {
    return keyFile.parse(JSON.parse(text))
  } catch (error) {
    throw unusable(file, error)
  }
}

async function create(file: string): Promise<z.infer<typeof keyFile>> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const { kty, crv, x, d } = await exportJWK(privateKey)
  const text = JSON.stringify({
    session: [{ kty, crv, x, d }],
    cursor: randomBytes(32).toString('base64url'),
  })
  const draft = `${file}.${randomUUID()}`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // Whole and on the disk before it gets its name, so that no crash leaves half a key; a link refuses to replace the
    // file of a second process that was faster.
    const handle = openSync(draft, 'wx', 0o600)
    writeSync(handle, text)
    fsyncSync(handle)
    closeSync(handle)
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  } catch (error) {
    throw unusable(file, error)
  }
  const written = read(file)
  if (!written) throw unusable(file)
  return written
}

function unusable(file: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    `The key file ${file} cannot be used: restore it from a backup, or move it away to have a new one made. With a new one every visitor signs in again.`,
    { cause },
  )
}
