import { join } from 'node:path'
import { DatabaseError } from '@portico/server'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import { createKeyFile, readKeyFile, sessionKeyId, unusableKeyFile } from './keyFile.ts'

/** The gateway's secrets. */
export type Keys = {
  /** Signs session and nonce tokens: the first key in the file. */
  signing: { kid: string; key: CryptoKey }
  /** All public keys by key ID, so that sessions signed before a rotation stay valid. */
  verifying: ReadonlyMap<string, { key: CryptoKey; jwk: JWK }>
  /** HMAC key of pagination cursors. */
  cursorSecret: Buffer
}

/**
 * Reads the secrets from `keys.json` in the data folder, and creates the file on the first start. Only the owner may
 * read it. `rotateSessionKeys` changes the keys.
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
  const content = readKeyFile(file) ?? (mayCreate ? await createKeyFile(file) : undefined)
  if (!content)
    throw new DatabaseError(
      `The key file ${file} does not exist: copy the file of another gateway there, or restore a backup. Before the first start of all, create it with \`npm run gateway -- keys init${givenFile === undefined ? '' : ' --shared'}\`.`,
    )
  const verifying = new Map<string, { key: CryptoKey; jwk: JWK }>()
  let signing: Keys['signing'] | undefined
  for (const jwk of content.session) {
    const { kty, crv, x, d } = jwk
    const publicJwk = { kty, crv, x }
    const kid = await sessionKeyId(jwk)
    signing ??= { kid, key: (await importJWK({ ...publicJwk, d }, 'EdDSA')) as CryptoKey }
    verifying.set(kid, {
      key: (await importJWK(publicJwk, 'EdDSA')) as CryptoKey,
      jwk: { ...publicJwk, kid, alg: 'EdDSA', use: 'sig' },
    })
  }
  if (!signing) throw unusableKeyFile(file)
  return { signing, verifying, cursorSecret: Buffer.from(content.cursor, 'base64url') }
}
