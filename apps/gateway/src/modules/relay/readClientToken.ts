import { createPublicKey, verify } from 'node:crypto'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { decodeClientId } from './decodeClientId.ts'

const leewaySeconds = 120

/**
 * Reads the token by which a client proves its id: a JWT signed with the key that the id is
 * (https://specs.walletconnect.com/2.0/specs/clients/core/relay/relay-client-auth). `verifyRelayToken` of the protocol
 * does the same for browsers; this one has OpenSSL check the signature, ten times faster, as after a restart every
 * client comes back at once.
 *
 * @param hosts names this relay is known by; the token's audience must be one of them. Only the name counts: clients
 * write their relay with or without a slash, port and path, and proxies change the scheme.
 * @returns the client id.
 * @throws {HttpProblem} `relay-token-invalid` or `jwt-not-yet-valid`
 */
export function readClientToken({
  token,
  hosts,
  now,
}: {
  token: string
  hosts: readonly string[]
  /** Milliseconds. */
  now: number
}): string {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length > 0) throw refusal('Invalid format')
  const { alg, typ } = readPart(header)
  // A fixed algorithm: the token does not get to choose how it is checked.
  if (alg !== 'EdDSA' || (typ !== undefined && typ !== 'JWT')) throw refusal('Invalid header')
  const { iss, aud, iat, exp } = readPart(payload)

  const key = typeof iss === 'string' ? decodeClientId(iss) : undefined
  if (!key) throw refusal('Invalid issuer')
  if (!isSigned({ key, text: `${header}.${payload}`, signature })) throw refusal('Invalid signature')

  if (typeof iat !== 'number' || typeof exp !== 'number') throw refusal('Invalid claims')
  const seconds = now / 1000
  if (iat > seconds + leewaySeconds) throw new HttpProblem('jwt-not-yet-valid')
  if (exp < seconds - leewaySeconds) throw refusal('JWT Token is expired')
  if (!isFor(aud, hosts)) throw refusal('Invalid audience')
  return (iss as string).slice('did:key:'.length)
}

function refusal(reason: string): HttpProblem {
  return new HttpProblem('relay-token-invalid', { detail: `JWT validation error: ${reason}` })
}

function readPart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Said below.
  }
  throw refusal('Invalid encoding')
}

function isSigned({ key, text, signature }: { key: Uint8Array; text: string; signature: string }): boolean {
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64) return false
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
    return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
  } catch {
    // 32 bytes that are no point of the curve.
    return false
  }
}

function isFor(audience: unknown, hosts: readonly string[]): boolean {
  const list = Array.isArray(audience) ? audience : [audience]
  return list.some((entry) => {
    if (typeof entry !== 'string') return false
    const name = hostOf(entry)
    return name !== undefined && hosts.some((host) => sameName(host, name))
  })
}

/** The name in a URL, or in a host with or without port. */
function hostOf(text: string): string | undefined {
  const url = text.includes('://') ? text : `wss://${text}`
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined
}

// A developer's machine has several names, and pages on it mix them.
const loopback = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

function sameName(host: string, name: string): boolean {
  const own = hostOf(host)
  return own !== undefined && (own === name || (loopback.test(own) && loopback.test(name)))
}
