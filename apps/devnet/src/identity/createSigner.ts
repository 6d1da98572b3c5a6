import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

/** Signs the ID tokens of one provider. */
export interface Signer {
  sign(claims: JWTPayload): Promise<string>
  /** The public keys, as a JWK set (RFC 7517). */
  keys(): Promise<{ keys: JWK[] }>
}

/** Creates a signer with a new RSA key, generated at the first use. */
export function createSigner(): Signer {
  let opening: ReturnType<typeof openKey> | undefined
  const key = () => (opening ??= openKey())
  return {
    async sign(claims) {
      const { privateKey, kid } = await key()
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
    },
    async keys() {
      const { publicKey, kid } = await key()
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] }
    },
  }
}

async function openKey() {
  return { ...(await generateKeyPair('RS256')), kid: randomUUID() }
}
