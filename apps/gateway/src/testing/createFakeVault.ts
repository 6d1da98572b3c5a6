import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'

/** A fake vault, which signs any claims. */
export type FakeVault = {
  /** Serves the vault's public keys. */
  fetch: typeof globalThis.fetch
  /** The statements of the gateway that it has taken. */
  notices: string[]
  /** Number of requests for its keys. */
  asked: number
  /** While true, requests fail. */
  isUnreachable: boolean
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
  /** States that the owner stopped a device: `hold-cancelled+jwt` by default; or whatever another type means. */
  stop(call: { userId: string; jkt: string; now: number; claims?: JWTPayload; typ?: string }): Promise<string>
  /** States that the owner was mailed about an export: of the words, unless the claims say otherwise. */
  noticeExport(call: { userId: string; jkt: string; now: number; claims?: JWTPayload }): Promise<string>
  /** Replaces the signing key; the old key is no longer published. */
  changeKey(): Promise<void>
}

/**
 * Creates a fake vault.
 *
 * @param mailHost hash of its mail server, which it publishes.
 */
export async function createFakeVault({
  mailHost,
  url: vaultUrl = 'http://localhost:4403',
}: {
  mailHost?: string | undefined
  /** The URL under which the gateway knows it. */
  url?: string
} = {}): Promise<FakeVault> {
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
    notices: [],
    asked: 0,
    isUnreachable: false,
    async fetch(input, init) {
      if (!vault.isUnreachable && String(input) === `${vaultUrl}/v1/notices`) {
        vault.notices.push(JSON.parse(String(init?.body)).statement)
        return Response.json({})
      }
      vault.asked += 1
      if (vault.isUnreachable) throw new TypeError('fetch failed')
      if (String(input) !== `${vaultUrl}/.well-known/jwks.json`) return new Response(null, { status: 404 })
      return Response.json({ mailHost, keys: [{ ...key.jwk, kid: key.kid, use: 'sig', alg: 'ES256' }] })
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
    stop: ({ userId, jkt, now, claims = {}, typ = 'hold-cancelled+jwt' }) =>
      sign(
        {
          sub: userId,
          jkt,
          exp: Math.floor(now / 1000) + (typ === 'email-approved+jwt' ? 120 : 600),
          ...claims,
        },
        typ,
        now,
      ),
    noticeExport: ({ userId, jkt, now, claims = {} }) =>
      sign(
        {
          sub: userId,
          jkt,
          kind: 'words',
          exp: Math.floor(now / 1000) + 120,
          jti: randomUUID(),
          ...claims,
        },
        'export-noticed+jwt',
        now,
      ),
    changeKey: makeKey,
  }
  return vault
}

/** Returns a random user ID in the vault's format. */
export const newUserId = (): string => `usr_${randomBytes(16).toString('base64url')}`
