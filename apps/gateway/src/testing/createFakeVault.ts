import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'

/** A vault of a test: it signs what it is told to. */
export type FakeVault = {
  /** Answers for its address. */
  fetch: typeof globalThis.fetch
  /** How often its keys were asked for. */
  asked: number
  /** While set, it does not answer. */
  isAway: boolean
  assert(call: {
    userId: string
    jkt: string
    now: number
    claims?: JWTPayload
    header?: Record<string, unknown>
  }): Promise<string>
  receipt(call: {
    userId: string
    walletId: string
    slotId: string
    jkt: string
    now: number
    claims?: JWTPayload
    typ?: string
  }): Promise<string>
  /** Signs with another key from now on; the old one is published no longer. */
  changeKey(): Promise<void>
}

const vaultUrl = 'http://localhost:4403'

/** Makes a vault that is not there. */
export async function createFakeVault(): Promise<FakeVault> {
  let key: { kid: string; privateKey: CryptoKey; jwk: Record<string, unknown> }
  async function makeKey(): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const { kty, crv, x, y } = await exportJWK(publicKey)
    const jwk = { kty, crv, x, y } as Record<string, string>
    key = { kid: await calculateJwkThumbprint(jwk), privateKey, jwk }
  }
  await makeKey()
  const sign = (claims: JWTPayload, typ: string, now: number, header = {}) =>
    new SignJWT({ iss: vaultUrl, aud: 'portico-gateway', iat: Math.floor(now / 1000), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ, kid: key.kid, ...header })
      .sign(key.privateKey)
  const vault: FakeVault = {
    asked: 0,
    isAway: false,
    async fetch(input) {
      vault.asked += 1
      if (vault.isAway) throw new TypeError('fetch failed')
      if (String(input) !== `${vaultUrl}/.well-known/jwks.json`) return new Response(null, { status: 404 })
      return Response.json({ keys: [{ ...key.jwk, kid: key.kid, use: 'sig', alg: 'ES256' }] })
    },
    assert: ({ userId, jkt, now, claims = {}, header }) =>
      sign(
        {
          sub: userId,
          method: 'email',
          jkt,
          tx: `tx_${randomBytes(16).toString('base64url')}`,
          projectId: 'local',
          origin: 'http://localhost:4400',
          exp: Math.floor(now / 1000) + 60,
          jti: randomUUID(),
          ...claims,
        },
        'identity+jwt',
        now,
        header,
      ),
    receipt: ({ userId, walletId, slotId, jkt, now, claims = {}, typ = 'auto-receipt+jwt' }) =>
      sign(
        {
          sub: userId,
          walletId,
          slotId,
          jkt,
          digest: createHash('sha256').update(slotId).digest('base64url'),
          ...claims,
        },
        typ,
        now,
      ),
    changeKey: makeKey,
  }
  return vault
}

/** An id as the vault makes them. */
export const newUserId = (): string => `usr_${randomBytes(16).toString('base64url')}`
