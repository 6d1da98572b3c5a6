/*
 * The token a client shows to a relay: a JWT (RFC 7519) signed with Ed25519 (RFC 8037). The issuer is the client's
 * public key as `did:key`: `z` and base58btc of the multicodec prefix ed 01 and the 32 bytes. That key is made once
 * an installation and is nobody's account; it only says that two connections are the same client.
 *
 * The published test token has the claims iss, sub, aud, iat, exp in this order and no `act`, though the text of
 * the specification lists one.
 */
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'
import { toUtf8 } from './bytes.ts'
import { loadCurves } from './curves.ts'
import { generateKey } from './keys.ts'

const multicodec = Uint8Array.of(0xed, 0x01)
const day = 86_400

/** The client id of a seed: `did:key:z6Mk…`. */
export async function clientIdOf(seed: string): Promise<string> {
  const curves = await loadCurves()
  return `did:key:z${base58.encode(concatBytes(multicodec, await curves.publicEd25519(hexToBytes(seed))))}`
}

/** What {@link createRelayToken} takes. */
export type CreateRelayTokenParameters = {
  /** The Ed25519 secret, 64 hex digits. */
  seed: string
  /** The relay's address, exactly as the client was configured with it. */
  audience: string
  /** Random for each start of the application; made if left out. */
  subject?: string | undefined
  /** Seconds since 1970; now if left out. */
  issuedAt?: number | undefined
  /** Seconds the token is valid; a day if left out. */
  ttl?: number | undefined
}

/**
 * Signs a token for a relay.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-authentication
 * @example
 * import { createRelayToken, generateKey } from '@portico/protocol/walletconnect'
 * const token = await createRelayToken({ seed: generateKey(), audience: 'wss://relay.example.com' })
 */
export async function createRelayToken(parameters: CreateRelayTokenParameters): Promise<string> {
  const { seed, audience, subject = generateKey(), ttl = day } = parameters
  const iat = parameters.issuedAt ?? Math.floor(Date.now() / 1000)
  const payload = { iss: await clientIdOf(seed), sub: subject, aud: audience, iat, exp: iat + ttl }
  const signed = `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode(payload)}`
  const curves = await loadCurves()
  return `${signed}.${base64urlnopad.encode(await curves.signEd25519(toUtf8(signed), hexToBytes(seed)))}`
}

function encode(value: unknown): string {
  return base64urlnopad.encode(toUtf8(JSON.stringify(value)))
}
