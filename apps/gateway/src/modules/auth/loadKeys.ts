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

/** The gateway's secrets. */
export type Keys = {
  /** Signs session and nonce tokens: the first key in the file. */
  signing: { kid: string; key: CryptoKey }
  /** All public keys by key ID, so that sessions signed before a rotation stay valid. */
  verifying: ReadonlyMap<string, { key: CryptoKey; jwk: JWK }>
  /** HMAC key of pagination cursors. */
  cursorSecret: Buffer
}

const okp = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })
const keyFile = z.object({
  session: z.array(okp).check(z.minLength(1)),
  cursor: z.string().check(z.minLength(40)),
})

/**
 * Reads the secrets from `keys.json` in the data folder, and creates the file on the first start. Only the owner may
 * read it. To rotate keys, put a new key in front of the array `session` and remove the old key after seven days.
 * With several gateways, first add the new key in second place on all of them.
 *
 * @param file path of the key file; `keys.json` in the data folder if omitted.
 * @param create whether to create the file if it does not exist; by default only in the data folder.
 * @throws {DatabaseError} if the file cannot be used, or does not exist and may not be created.
 */
export async function loadKeys({
  dataDir,
  file: givenFile,
  create: mayCreate = givenFile === undefined,
}: {
  dataDir: string
  file?: string | undefined
  create?: boolean | undefined
}): Promise<Keys> {
  const file = givenFile ?? join(dataDir, 'keys.json')
  const content = read(file) ?? (mayCreate ? await create(file) : undefined)
  if (!content)
    throw new DatabaseError(
      `The key file ${file} does not exist: copy the file of another gateway there, or restore a backup. Before the first start of all, create it with \`npm run gateway -- keys init${givenFile === undefined ? '' : ' --shared'}\`.`,
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
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    // Without the cause: the parser quotes the text, which has secrets.
    throw unusable(file, undefined, 'is not JSON')
  }
  const { success, data, error } = keyFile.safeParse(content)
  if (success) return data
  const wrong = [...new Set(error.issues.map(({ path }) => path.join('.') || 'content'))]
  throw unusable(file, undefined, `has no valid ${wrong.join(', ')}`)
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
    // Write and flush the file before giving it its name, so that a crash cannot leave half a key. Use `link`, which
    // fails if another process created the file first.
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

function unusable(file: string, cause?: unknown, reason = 'cannot be used'): DatabaseError {
  return new DatabaseError(
    `The key file ${file} ${reason}: correct it, restore it from a backup, or move it away to create a new one. With a new key file, every visitor must sign in again.`,
    { cause },
  )
}
