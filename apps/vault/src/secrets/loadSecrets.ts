import { createHmac, randomBytes } from 'node:crypto'
import type { VaultKeysResponse } from '@portico/protocol/vault'
import { readSecretFile, SecretFileError } from '@portico/server'
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose'
import * as z from 'zod/mini'

/** The one that is used, and others that are known: the one before, or the one to come. */
export type Peppers = readonly [Buffer, ...Buffer[]]

/** The vault's own secrets, beside its key ring. */
export type Secrets = {
  /** Keys of the HMAC that stands for a code in the database: the first makes them, all are accepted. */
  codePeppers: Peppers
  /** Keys of the HMACs by which e-mail and network addresses are found and counted: as above. */
  emailPeppers: Peppers
  /** Key of the audit trail's chain. */
  audit: Buffer
  /** Key of the nonces for proofs. */
  nonce: Buffer
  /** Signs assertions and receipts: the first of the file. */
  signing: { kid: string; key: CryptoKey }
  /** What codes are sealed to, by id. */
  sealing: ReadonlyMap<string, CryptoKey>
  /** The public halves. */
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
export const secretsFile = z.object({
  codePepper: bytes,
  emailPepper: bytes,
  /** While they are changed: what else is accepted. */
  others: z.optional(
    z.strictObject({
      codePepper: bytes,
      emailPepper: bytes,
      /** Whether they are to come, or were. */
      isNext: z.boolean(),
    }),
  ),
  audit: bytes,
  nonce: bytes,
  signing: z.array(key).check(z.minLength(1)),
  sealing: z.array(key).check(z.minLength(1)),
})

/**
 * Reads the secrets of a file. To change a signing key, put the new one in second place, give servers time to read it,
 * and then put it first; leave the old one for a minute after. The same with sealing keys.
 *
 * @param create whether to make them where there is no file.
 * @throws {SecretFileError} if they are missing, readable by others, short, or two are the same.
 */
export async function loadSecrets({ file, create }: { file: string; create: boolean }): Promise<Secrets> {
  const content = await readSecretFile({
    file,
    schema: secretsFile,
    ...(create ? { create: createSecrets } : {}),
  })
  const { codePepper, emailPepper, others, audit, nonce, signing, sealing } = content
  const all = [
    ...[codePepper, emailPepper, audit, nonce],
    ...(others ? [others.codePepper, others.emailPepper] : []),
    ...[...signing, ...sealing].map(({ d }) => d),
  ]
  if (new Set(all).size < all.length)
    throw new SecretFileError(`The file of secrets ${file} holds one secret twice: each needs its own.`)
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
    codePeppers: [read(codePepper), ...(others ? [read(others.codePepper)] : [])],
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
    codePepper: random(),
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

/** The HMAC of some fields; their lengths go in too, so that no two lists of fields are the same. */
export function macOf(secret: Uint8Array, fields: readonly string[]): Buffer {
  const mac = createHmac('sha256', secret)
  for (const field of fields) mac.update(`${Buffer.byteLength(field)}:`).update(field, 'utf8')
  return mac.digest()
}
