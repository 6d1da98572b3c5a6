import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** A fake gateway, which states anything about introduced keys. */
export type FakeGateway = {
  /** Serves its public keys. */
  fetch: typeof globalThis.fetch
  /** While true, requests fail. */
  isUnreachable: boolean
  /** Signs `introduced+jwt`, or a statement of another type; `now` in milliseconds. */
  introduce(
    claims: { sub: string; jkt: string; tx: string; address: string } & JWTPayload,
    options: { now: number; typ?: string },
  ): Promise<string>
}

/**
 * Creates a fake gateway.
 *
 * @param url the issuer of its statements; by default that which vaults expect outside production.
 */
export async function createFakeGateway({
  url = 'http://localhost:4401',
}: {
  url?: string
} = {}): Promise<FakeGateway> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const gateway: FakeGateway = {
    isUnreachable: false,
    async fetch(input) {
      if (gateway.isUnreachable) throw new TypeError('fetch failed')
      if (String(input) !== `${url}/wallet/v1/jwks`) return new Response(null, { status: 404 })
      return Response.json({ keys: [{ ...jwk, kid, use: 'sig', alg: 'ES256' }] })
    },
    introduce(claims, { now, typ = 'introduced+jwt' }) {
      const iat = Math.floor(now / 1000)
      const all = {
        iss: url,
        aud: 'portico-vault',
        way: 'email',
        iat,
        exp: iat + 120,
        jti: randomUUID(),
      }
      return new SignJWT({ ...all, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ, kid })
        .sign(privateKey)
    },
  }
  return gateway
}
