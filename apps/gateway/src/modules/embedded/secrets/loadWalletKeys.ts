import { randomBytes } from 'node:crypto'
import type { WalletJwksResponse } from '@portico/protocol/gateway'
import { readSecretFile, SecretFileError, writeSecretFile } from '@portico/server'
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
  /** Undefined in a file from before introductions; `keys wallet` adds them. */
  introductions: IntroductionKeys | undefined
}

/** The secrets for introductions. */
export type IntroductionKeys = {
  /** The private keys to which the wallet's frame encrypts, by key ID. */
  sealing: ReadonlyMap<string, CryptoKey>
  /** The public keys of `sealing`. */
  published: WalletJwksResponse['keys']
  /** HMAC keys of identities: the primary one, then older ones. */
  identityPeppers: readonly [Buffer, ...Buffer[]]
  /** HMAC key of codes. */
  codes: Buffer
}

const bytes = z.string().check(z.regex(/^[\w-]{43}$/))
const privateKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: bytes, y: bytes, d: bytes })
const introductionSecrets = z.object({
  sealing: z.array(privateKey).check(z.minLength(1), z.maxLength(4)),
  identityPeppers: z.array(bytes).check(z.minLength(1), z.maxLength(8)),
  codes: bytes,
})
const keysFile = z.object({
  signing: z.array(privateKey).check(z.minLength(1), z.maxLength(4)),
  refresh: bytes,
  audit: bytes,
  nonce: bytes,
  introductions: z.optional(introductionSecrets),
})

/**
 * Reads the secrets from a file. To rotate the signing key, add the new key in second place on all servers, then move
 * it to first place, and remove the old key ten minutes later; access tokens are valid for five minutes. The sealing keys
 * of introductions are rotated in the same way. A new identity pepper also goes to the second place first, and then to the
 * first; older peppers stay, because identities are stored under the new one only at the next introduction.
 *
 * @param create whether to create the file if it does not exist, and to add the secrets for introductions if it has none.
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
    command: 'npm run gateway -- keys wallet',
    schema: keysFile,
    ...(create ? { create: createKeys } : {}),
  })
  if (create && !content.introductions) {
    content.introductions = await createIntroductionSecrets()
    writeSecretFile({ file, content })
  }
  const { signing, refresh, audit, nonce, introductions } = content
  const all = [
    ...[refresh, audit, nonce, ...signing.map(({ d }) => d)],
    ...(introductions
      ? [introductions.codes, ...introductions.identityPeppers, ...introductions.sealing.map(({ d }) => d)]
      : []),
  ]
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
  return {
    signing: first as WalletKeys['signing'],
    verifying,
    jwks: { keys },
    refresh: read(refresh),
    audit: read(audit),
    nonce: read(nonce),
    introductions: introductions && (await importIntroductionKeys(introductions)),
  }
}

async function importIntroductionKeys({
  sealing: privateKeys,
  identityPeppers,
  codes,
}: z.infer<typeof introductionSecrets>): Promise<IntroductionKeys> {
  const sealing = new Map<string, CryptoKey>()
  const published: IntroductionKeys['published'] = []
  for (const { d, ...publicKey } of privateKeys) {
    const kid = await calculateJwkThumbprint(publicKey)
    sealing.set(kid, (await importJWK({ ...publicKey, d }, 'ECDH-ES')) as CryptoKey)
    published.push({ ...publicKey, kid, alg: 'ECDH-ES', use: 'enc' })
  }
  const [first, ...others] = identityPeppers.map(read)
  return { sealing, published, identityPeppers: [first as Buffer, ...others], codes: read(codes) }
}

const read = (text: string): Buffer => Buffer.from(text, 'base64url')
const random = (): string => randomBytes(32).toString('base64url')

async function createKeys(): Promise<z.infer<typeof keysFile>> {
  return {
    signing: [await createPrivateKey('ES256')],
    refresh: random(),
    audit: random(),
    nonce: random(),
    introductions: await createIntroductionSecrets(),
  }
}

async function createIntroductionSecrets(): Promise<z.infer<typeof introductionSecrets>> {
  return { sealing: [await createPrivateKey('ECDH-ES')], identityPeppers: [random()], codes: random() }
}

async function createPrivateKey(alg: 'ES256' | 'ECDH-ES'): Promise<z.infer<typeof privateKey>> {
  const pair = await generateKeyPair(alg, { crv: 'P-256', extractable: true })
  return privateKey.parse(await exportJWK(pair.privateKey))
}
