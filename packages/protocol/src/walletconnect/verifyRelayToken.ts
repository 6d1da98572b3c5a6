import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'
import { readProperty } from '../errors/readProperty.ts'
import { fromUtf8, toUtf8 } from './bytes.ts'

/** The contents of a valid token, or why it is invalid. Times are seconds since 1970. */
export type VerifyRelayTokenReturnType =
  | { ok: true; clientId: string; audience: string; issuedAt: number; expiresAt: number }
  | { ok: false; reason: 'malformed' | 'signature' | 'not-yet-valid' | 'expired' | 'audience' }

/**
 * Verifies the token of a relay client. Never throws.
 *
 * @param parameters.now Seconds since 1970. Default: the current time.
 * @param parameters.leeway How much clocks may differ, in seconds. Default: 120.
 * @param parameters.audiences The URLs of the relay. Default: the audience is not checked.
 */
export function verifyRelayToken({
  token,
  now = Math.floor(Date.now() / 1000),
  leeway = 120,
  audiences,
}: {
  token: string
  now?: number | undefined
  leeway?: number | undefined
  audiences?: readonly string[] | undefined
}): VerifyRelayTokenReturnType {
  let payload: unknown
  let isSigned = false
  let clientId = ''
  try {
    const [header = '', body = '', signature = '', ...rest] = token.split('.')
    const { alg, typ } = decode(header) as { alg?: unknown; typ?: unknown }
    payload = decode(body)
    if (rest.length > 0 || alg !== 'EdDSA' || typ !== 'JWT') return { ok: false, reason: 'malformed' }
    clientId = String(readProperty(payload, 'iss'))
    const key = publicKeyOf(clientId)
    if (!key) return { ok: false, reason: 'malformed' }
    isSigned = isSignedBy(signature, `${header}.${body}`, key)
  } catch {
    return { ok: false, reason: 'malformed' }
  }
  const [aud, iat, exp] = ['aud', 'iat', 'exp'].map((claim) => readProperty(payload, claim))
  if (!isSigned) return { ok: false, reason: 'signature' }
  if (typeof aud !== 'string' || typeof iat !== 'number' || typeof exp !== 'number') {
    return { ok: false, reason: 'malformed' }
  }
  if (iat > now + leeway) return { ok: false, reason: 'not-yet-valid' }
  if (exp < now - leeway) return { ok: false, reason: 'expired' }
  if (audiences && !audiences.includes(aud)) return { ok: false, reason: 'audience' }
  return { ok: true, clientId, audience: aud, issuedAt: iat, expiresAt: exp }
}

function isSignedBy(signature: string, text: string, key: Uint8Array): boolean {
  try {
    return ed25519.verify(base64urlnopad.decode(signature), toUtf8(text), key, { zip215: false })
  } catch {
    // Not base64url, or of the wrong length.
    return false
  }
}

function publicKeyOf(clientId: string): Uint8Array | undefined {
  // 34 bytes with this prefix have 47 base58 digits. Nothing longer is decoded.
  const digits = /^did:key:z(.{47})$/.exec(clientId)?.[1]
  if (!digits) return undefined
  const bytes = base58.decode(digits)
  const isEd25519 = bytes.length === 34 && bytesToHex(bytes.subarray(0, 2)) === 'ed01'
  return isEd25519 ? bytes.subarray(2) : undefined
}

function decode(part: string): unknown {
  return JSON.parse(fromUtf8(base64urlnopad.decode(part)))
}
