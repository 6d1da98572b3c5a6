import { randomBytes } from 'node:crypto'
import type { WalletJwksResponse } from '@portico/protocol/gateway'
import { readSecretFile, SecretFileError } from '@portico/server'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

/** The secrets for embedded wallets, apart from the key ring. */
export type WalletKeys = {
  /** Signs access tokens and the allowlist: the first key in the file. */
  signing: { kid: string; key: CryptoKey }
  /** All public keys by key ID, so that tokens signed before a rotation stay valid. */
  verifying: ReadonlyMap<string, CryptoKey>
  jwks: WalletJwksResponse
  /** HMAC key that derives the next refresh token from the previous one. */
  refresh: Buffer
  /** HMAC key of the audit trail. */
  audit: Buffer
  /** HMAC key of DPoP nonces. */
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
 * Reads the secrets from a file. To rotate the signing key, add the new key in second place on all servers, then move
 * it to first place, and remove the old key ten minutes later; access tokens are valid for five minutes.
 *
 * @param create whether to create the file if it does not exist.
 * @throws {SecretFileError} if the file is missing, readable by others or malformed, or contains a secret twice.
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
    throw new SecretFileError(
      `The secret file ${file} contains the same secret twice: every secret must be different.`,
    )
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
