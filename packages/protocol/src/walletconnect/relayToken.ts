/*
 * The token that authenticates a client at a relay: a JWT (RFC 7519) signed with Ed25519 (RFC 8037). The issuer is
 * the client's public key as `did:key`: `z` and the base58btc encoding of the multicodec prefix ed 01 and the 32
 * bytes. The key is created once per browser and identifies the client, not an account.
 *
 * The published test token has the claims iss, sub, aud, iat, exp in this order, and no `act`, although
 * WalletConnect's specification lists one.
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'
import { toUtf8 } from './bytes.ts'
import { generateKey } from './keys.ts'
import { loadCurves } from './loadCurves.ts'

const multicodec = Uint8Array.of(0xed, 0x01)
const daySeconds = 86_400

/** Returns the client ID of a seed: `did:key:z6Mk…`. */
export async function clientIdOf(seed: string): Promise<string> {
  const curves = await loadCurves()
  return `did:key:z${base58.encode(concatBytes(multicodec, await curves.publicEd25519(hexToBytes(seed))))}`
}

/** The parameters of {@link createRelayToken}. */
export type CreateRelayTokenParameters = {
  /** The Ed25519 secret key, 64 hex digits. */
  seed: string
  /** The relay's URL, exactly as configured. */
  audience: string
  /** A random ID of the application's session. Default: a new one. */
  subject?: string | undefined
  /** Seconds since 1970. Default: now. */
  issuedAt?: number | undefined
  /** The lifetime of the token in seconds. Default: a day. */
  ttl?: number | undefined
}

/**
 * Creates a signed token for a relay.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-authentication
 * @example
 * import { createRelayToken, generateKey } from '@portico/protocol/walletconnect'
 * const token = await createRelayToken({ seed: generateKey(), audience: 'wss://relay.example.com' })
 */
export async function createRelayToken(parameters: CreateRelayTokenParameters): Promise<string> {
  const { seed, audience, subject = generateKey(), ttl = daySeconds } = parameters
  const iat = parameters.issuedAt ?? Math.floor(Date.now() / 1000)
  const payload = { iss: await clientIdOf(seed), sub: subject, aud: audience, iat, exp: iat + ttl }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(payload)}`
  const curves = await loadCurves()
  return `${signed}.${base64urlnopad.encode(await curves.signEd25519(toUtf8(signed), hexToBytes(seed)))}`
}

function encode(value: unknown): string {
  return base64urlnopad.encode(toUtf8(JSON.stringify(value)))
}
