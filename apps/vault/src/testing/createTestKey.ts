import { randomUUID } from 'node:crypto'
import {
  CompactEncrypt,
  calculateJwkThumbprint,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
} from 'jose'
import { vaultUrl } from './vaultUrl.ts'

/** The keys of a client: one for DPoP proofs, and one to which secrets are released. */
export type TestKey = {
  jkt: string
  releaseKey: JWK
  /** Sends a request with a proof. */
  call(path: string, body: unknown, claims?: Record<string, unknown>): Promise<Response>
  proof(path: string, claims?: Record<string, unknown>): Promise<string>
  seal(value: unknown): Promise<string>
  open(sealed: string): Promise<unknown>
}

/** Creates the keys of a client. */
export async function createTestKey({
  post,
  now,
  nonce,
  sealingKey,
}: {
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  now: () => number
  nonce: () => string
  sealingKey: JWK & { kid: string }
}): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const release = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const jwk = await exportJWK(publicKey)
  const releaseKey = await exportJWK(release.publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  const sealing = await importJWK(sealingKey, 'ECDH-ES')

  const proof: TestKey['proof'] = (path, claims = {}) =>
    new SignJWT({
      htm: 'POST',
      htu: `${vaultUrl}${path}`,
      jti: randomUUID(),
      iat: Math.floor(now() / 1000),
      nonce: nonce(),
      ...claims,
    })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .sign(privateKey)
  const seal: TestKey['seal'] = (value) =>
    new CompactEncrypt(Buffer.from(JSON.stringify(value)))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: sealingKey.kid })
      .encrypt(sealing)
  return {
    jkt,
    releaseKey,
    proof,
    async call(path, body, claims) {
      return post(path, body, { dpop: await proof(path, claims) })
    },
    seal,
    async open(sealed) {
      const { plaintext } = await compactDecrypt(sealed, release.privateKey)
      return JSON.parse(new TextDecoder().decode(plaintext))
    },
  }
}
