import { type KeyObject, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'

/** A Secret API Key of the Coinbase Developer Platform. */
export type CdpKey = { id: string; privateKey: KeyObject }

/** Seconds for which a token is valid. */
const lifetime = 120
/**
 * Signs the token of one request to the Coinbase Developer Platform. It is valid for this method and URL, for two minutes.
 *
 * @see https://docs.cdp.coinbase.com/api-reference/authentication
 */
export function signCdpToken({
  key,
  method,
  url,
  now,
}: {
  key: CdpKey
  method: 'GET' | 'POST'
  url: string
  now: number
}): Promise<string> {
  const { host, pathname } = new URL(url)
  const seconds = Math.floor(now / 1000)
  const alg = key.privateKey.asymmetricKeyType === 'ed25519' ? 'EdDSA' : 'ES256'
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({ alg, kid: key.id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
    .setIssuer('cdp')
    .setSubject(key.id)
    .setNotBefore(seconds)
    .setExpirationTime(seconds + lifetime)
    .sign(key.privateKey)
}
