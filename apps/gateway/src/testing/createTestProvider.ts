import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SocialProvider, socialEndpoints } from '@portico/protocol/social'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { onTestFinished } from 'vitest'

/**
 * Starts the key sets of providers of social logins over HTTP, as `SOCIAL_ISSUERS` describes them, until the test ends.
 *
 * @returns `base`: value of `SOCIAL_ISSUERS`; `sign` signs an ID token with any claims and header.
 */
export async function createTestProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const self = { isUnreachable: false, asked: 0 }
  const server = createServer((request, response) => {
    self.asked += 1
    const isKeys = /^\/(google\/oauth2\/v3\/certs|apple\/auth\/keys)$/.test(request.url ?? '')
    response.writeHead(self.isUnreachable ? 500 : isKeys ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: [{ ...jwk, kid, use: 'sig', alg: 'RS256' }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(self, {
    base,
    /** The public key as text, with which an attacker would sign an HS256 token. */
    publicJwk: JSON.stringify(jwk),
    clientIds: new Map<SocialProvider, string>([
      ['google', 'google-client'],
      ['apple', 'apple-client'],
    ]),
    sign({
      provider,
      claims,
      header = {},
      key = privateKey,
      now,
    }: {
      provider: SocialProvider
      claims: Record<string, unknown>
      header?: Record<string, unknown>
      key?: CryptoKey | Uint8Array
      now: number
    }): Promise<string> {
      const at = Math.floor(now / 1000)
      return new SignJWT({
        iss: socialEndpoints(provider, base).issuer,
        aud: `${provider}-client`,
        iat: at,
        exp: at + 600,
        ...claims,
      } as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(key)
    },
  })
}

/** A provider for tests. */
export type TestProvider = Awaited<ReturnType<typeof createTestProvider>>
