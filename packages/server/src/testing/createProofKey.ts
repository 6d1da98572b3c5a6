import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A client's DPoP key pair. */
export type ProofKey = {
  jkt: string
  jwk: JWK
  /** Creates a proof. `claims` and `header` replace members of a valid one. */
  prove(proof: {
    method: string
    /** URL of the request, without its query. */
    url: string
    now: number
    accessToken?: string | undefined
    nonce?: string | undefined
    claims?: { [claim: string]: unknown }
    header?: Record<string, unknown>
  }): Promise<string>
}

/** Creates a client's DPoP key pair. */
export async function createProofKey(): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const { kty, crv, x, y } = await exportJWK(publicKey)
  const jwk = { kty, crv, x, y } as JWK
  return {
    jwk,
    jkt: await calculateJwkThumbprint(jwk),
    prove: ({ method, url, now, accessToken, nonce, claims = {}, header = {} }) =>
      new SignJWT({
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(now / 1000),
        ...(accessToken === undefined
          ? {}
          : { ath: createHash('sha256').update(accessToken).digest('base64url') }),
        ...(nonce === undefined ? {} : { nonce }),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey),
  }
}
