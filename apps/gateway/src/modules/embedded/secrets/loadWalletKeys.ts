import { randomBytes } from 'node:crypto'
import type { WalletJwksResponse } from '@portico/protocol/gateway'
import { readSecretFile, SecretFileError } from '@portico/server'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

/** The embedded wallet's secrets, beside its ring of keys. */
export type WalletKeys = {
  /** Signs access tokens and the allowlist: the first of the file. */
  signing: { kid: string; key: CryptoKey }
  /** Every public key by its id: what was signed before a change stays valid. */
  verifying: ReadonlyMap<string, CryptoKey>
  jwks: WalletJwksResponse
  /** Makes the next refresh token out of the last. */
  refresh: Buffer
  /** Key of the audit trail's chain. */
  audit: Buffer
  /** Key of the nonces for proofs. */
  nonce: Buffer
}

const bytes = z.string().check(z.regex(/^[\w-]{43}$/))
const signingKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: bytes, y: bytes, d: bytes })
const keysFile = z.object({
  signing: z.array(signingKey).check(z.minLength(1), z.maxLength(4)),
  refresh: bytes,
  audit: bytes,
  nonce: bytes,
})

/**
 * Reads the secrets of a file. To change the signing key, put the new one in second place on all servers, then in first,
 * and remove the old one ten minutes later: tokens live five.
 *
 * @param create whether to make them where there is no file.
 * @throws {SecretFileError} if they are missing, readable by others, short, or two are the same.
 */
export async function loadWalletKeys({
  file,
  create,
}: {
  file: string
  create: boolean
}): Promise<WalletKeys> {
  const content = await readSecretFile({
    file,
    schema: keysFile,
    ...(create ? { create: createKeys } : {}),
  })
  const { signing, refresh, audit, nonce } = content
  const all = [refresh, audit, nonce, ...signing.map(({ d }) => d)]
  if (new Set(all).size < all.length)
    throw new SecretFileError(`The file of secrets ${file} holds one secret twice: each needs its own.`)
  const keys: WalletJwksResponse['keys'] = []
  const verifying = new Map<string, CryptoKey>()
  let first: WalletKeys['signing'] | undefined
  for (const { d, ...publicKey } of signing) {
    const kid = await calculateJwkThumbprint(publicKey)
    first ??= { kid, key: (await importJWK({ ...publicKey, d }, 'ES256')) as CryptoKey }
    verifying.set(kid, (await importJWK(publicKey, 'ES256')) as CryptoKey)
    keys.push({ ...publicKey, kid, alg: 'ES256', use: 'sig' })
  }
  const read = (text: string) => Buffer.from(text, 'base64url')
  return {
    signing: first as WalletKeys['signing'],
    verifying,
    jwks: { keys },
    refresh: read(refresh),
    audit: read(audit),
    nonce: read(nonce),
  }
}

async function createKeys(): Promise<z.infer<typeof keysFile>> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const random = () => randomBytes(32).toString('base64url')
  return {
    signing: [signingKey.parse(await exportJWK(privateKey))],
    refresh: random(),
    audit: random(),
    nonce: random(),
  }
}
