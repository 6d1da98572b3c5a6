import { createHmac, randomBytes } from 'node:crypto'
import type { VaultKeysResponse } from '@portico/protocol/vault'
import { readSecretFile, SecretFileError } from '@portico/server'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

/** The primary pepper, and during a change also the previous or the next one. */
export type Peppers = readonly [Buffer, ...Buffer[]]

/** The vault's secrets other than its key ring. */
export type Secrets = {
  /** Keys of the HMACs of e-mail and network addresses. The first creates them, all are accepted. */
  emailPeppers: Peppers
  /** Key of the audit trail's HMACs. */
  audit: Buffer
  /** Key of the nonces for DPoP proofs and of the challenges for proofs of work. */
  nonce: Buffer
  /** Signs assertions and receipts; the first signing key of the file. */
  signing: { kid: string; key: CryptoKey }
  /** Keys that clients encrypt to, by key ID. */
  sealing: ReadonlyMap<string, CryptoKey>
  /** The public keys. */
  jwks: VaultKeysResponse
}

const bytes = z.string().check(z.regex(/^[\w-]{43}$/))
const key = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: bytes,
  y: bytes,
  d: bytes,
})
/** Schema of the secrets file. Older files also contain peppers of codes, which are not read. */
export const secretsFile = z.object({
  emailPepper: bytes,
  /** Further accepted peppers during a change. */
  others: z.optional(
    z.object({
      emailPepper: bytes,
      /** True before the change (these are the next ones), false after it (these are the previous ones). */
      isNext: z.boolean(),
    }),
  ),
  audit: bytes,
  nonce: bytes,
  signing: z.array(key).check(z.minLength(1)),
  sealing: z.array(key).check(z.minLength(1)),
})

/**
 * Reads the secrets file. To rotate a signing or sealing key, add the new key in second place, restart the servers, then move
 * it to the first place and restart again; remove the old key after an hour.
 *
 * @param create whether to create the file if it does not exist.
 * @throws {SecretFileError} if the file is missing, readable by others or invalid, or contains a secret twice.
 */
export async function loadSecrets({ file, create }: { file: string; create: boolean }): Promise<Secrets> {
  const content = await readSecretFile({
    file,
    command: 'npm run vault -- keys',
    schema: secretsFile,
    ...(create ? { create: createSecrets } : {}),
  })
  const { emailPepper, others, audit, nonce, signing, sealing } = content
  const all = [
    ...[emailPepper, audit, nonce],
    ...(others ? [others.emailPepper] : []),
    ...[...signing, ...sealing].map(({ d }) => d),
  ]
  if (new Set(all).size < all.length)
    throw new SecretFileError(`The secrets file ${file} contains the same secret twice: replace one of them.`)
  const jwks: VaultKeysResponse['keys'] = []
  const keys = { signing: new Map<string, CryptoKey>(), sealing: new Map<string, CryptoKey>() }
  for (const [name, use, alg] of [
    ['signing', 'sig', 'ES256'],
    ['sealing', 'enc', 'ECDH-ES'],
  ] as const)
    for (const { d, ...publicKey } of content[name]) {
      const kid = await calculateJwkThumbprint(publicKey)
      keys[name].set(kid, (await importJWK({ ...publicKey, d }, alg)) as CryptoKey)
      jwks.push({ ...publicKey, kid, use, alg } as (typeof jwks)[number])
    }
  const [[kid, signingKey]] = [...keys.signing] as [[string, CryptoKey]]
  const read = (text: string) => Buffer.from(text, 'base64url')
  return {
    emailPeppers: [read(emailPepper), ...(others ? [read(others.emailPepper)] : [])],
    audit: read(audit),
    nonce: read(nonce),
    signing: { kid, key: signingKey },
    sealing: keys.sealing,
    jwks: { keys: jwks },
  }
}

async function createSecrets(): Promise<z.infer<typeof secretsFile>> {
  const random = () => randomBytes(32).toString('base64url')
  return {
    emailPepper: random(),
    audit: random(),
    nonce: random(),
    signing: [await createKey('ES256')],
    sealing: [await createKey('ECDH-ES')],
  }
}

async function createKey(alg: 'ES256' | 'ECDH-ES'): Promise<z.infer<typeof key>> {
  const { privateKey } = await generateKeyPair(alg, { crv: 'P-256', extractable: true })
  return key.parse(await exportJWK(privateKey))
}

/** Returns the HMAC-SHA-256 of fields with length prefixes, so that different lists never give the same input. */
export function macOf(secret: Uint8Array, fields: readonly string[]): Buffer {
  const mac = createHmac('sha256', secret)
  for (const field of fields) mac.update(`${Buffer.byteLength(field)}:`).update(field, 'utf8')
  return mac.digest()
}
