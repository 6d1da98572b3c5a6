import { BaseError } from '@portico/protocol'
import { walletJwksResponse } from '@portico/protocol/gateway'
import { type CryptoKey, calculateJwkThumbprint, importJWK } from 'jose'

const timeoutMs = 10_000

/**
 * Reads the public key to which the gateway decrypts. The thumbprint (RFC 7638) is computed here, not taken from `kid`.
 *
 * @throws {BaseError} if the gateway cannot be reached or publishes no such key.
 */
export async function readGatewayKey(gatewayUrl: string): Promise<{ thumbprint: string; key: CryptoKey }> {
  const url = `${gatewayUrl}/wallet/v1/jwks`
  const unreadable = (cause?: unknown) =>
    new BaseError(`Could not read the encryption key of the gateway from ${url}.`, { cause })
  let body: unknown
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    body = await response.json()
  } catch (error) {
    throw unreadable(error)
  }
  const { data, error } = walletJwksResponse.safeParse(body)
  if (!data) throw unreadable(error)
  const published = data.keys.find(({ use }) => use === 'enc')
  if (!published)
    throw new BaseError(
      `The gateway at ${gatewayUrl} has no introductions: it publishes no key to encrypt to.`,
    )
  const { kty, crv, x, y } = published
  const jwk = { kty, crv, x, y }
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    key: (await importJWK(jwk, 'ECDH-ES')) as CryptoKey,
  }
}
