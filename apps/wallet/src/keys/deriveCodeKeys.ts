// The keys of a recovery code:
//
//   U     = HKDF-SHA-256(ikm = code, salt = '', info = fields("wk1/code", "secret"), 32 bytes)
//   proof = P-256 key from HKDF-SHA-256(…, info = fields("wk1/code", "proof"), 48 bytes)    FIPS 186-5, A.2.1
//
// U opens the slot together with the gateway's share. The gateway releases the share for a request that is signed with the
// proof key (DPoP, RFC 9449), and knows only its thumbprint. Neither key reveals anything of the other or of the code.
import { p256 } from '@noble/curves/nist.js'
import { base64urlnopad } from '@scure/base'
import { encodeFields } from './encodeFields.ts'
import { importSlotSecret } from './slot.ts'

/** U of the slot, and the key that proves possession of the code. Neither is extractable. */
export type CodeKeys = { secret: CryptoKey; proof: CryptoKeyPair }

/** Derives the keys of a recovery code, and overwrites what they are derived from, except for the code. */
export async function deriveCodeKeys(code: Uint8Array<ArrayBuffer>): Promise<CodeKeys> {
  const key = await crypto.subtle.importKey('raw', code, 'HKDF', false, ['deriveBits'])
  const [secret, seed] = await Promise.all([derive(key, 'secret', 32), derive(key, 'proof', 48)])
  const scalar = p256.utils.randomSecretKey(seed)
  const keys = { secret: await importSlotSecret(secret), proof: await importProofKey(scalar) }
  for (const bytes of [secret, seed, scalar]) bytes.fill(0)
  return keys
}

async function derive(
  key: CryptoKey,
  purpose: 'secret' | 'proof',
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const info = encodeFields('wk1/code', purpose)
  const salt = new Uint8Array()
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8),
  )
}

async function importProofKey(scalar: Uint8Array): Promise<CryptoKeyPair> {
  const point = p256.getPublicKey(scalar, false)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64urlnopad.encode(point.subarray(1, 33)),
    y: base64urlnopad.encode(point.subarray(33)),
  }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...jwk, d: base64urlnopad.encode(scalar) }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', jwk, algorithm, true, ['verify']),
  ])
  return { privateKey, publicKey }
}
