// Moving a wallet to another device: each of the two devices has a key pair for this one move, and both derive a key
// that no server has.
//
//   T      = fields("portico/move", id, pkOld.x, pkOld.y, thumbprint(pkNew), jktNew)
//   digits = SHA-256(T), its first 32 bits modulo 1,000,000
//   key    = HKDF-SHA-256(ikm = ECDH(skOld, pkNew), salt = SHA-256(T), info = "portico/move/key")
//   sealed = AES-256-GCM(key, content, aad = T)
//
// Thumbprints are those of RFC 7638, HKDF is RFC 5869, the curve is P-256. jktNew is the new device's DPoP key, which both
// servers will know afterwards. The server in between sees pkNew first and has to pass on some key before it sees pkOld. T has
// pkOld itself, while the link has its thumbprint only: so not even somebody who saw the link can help the server to search
// for a key that gives the same digits.
import type { MoveKey } from '@portico/protocol/gateway'
import { base64urlnopad } from '@scure/base'
import { encodeFields } from './encodeFields.ts'

/** The key pair of a device for one move. The private key is not extractable. */
export type MoveKeys = { privateKey: CryptoKey; publicKey: MoveKey; thumbprint: string }

/** What both devices of a move have in common: the digits that one shows and the other asks for, and the key. */
export type MoveChannel = {
  digits: string
  key: CryptoKey
  /** Authenticated with each message. */
  data: Uint8Array<ArrayBuffer>
}

/** Generates the key pair of a device for one move. */
export async function makeMoveKeys(): Promise<MoveKeys> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.publicKey)
  const publicKey: MoveKey = { kty: 'EC', crv: 'P-256', x, y }
  return { privateKey: keys.privateKey, publicKey, thumbprint: await thumbprintOf(publicKey) }
}

/** Returns the thumbprint of a public key (RFC 7638). */
export async function thumbprintOf({ crv, kty, x, y }: MoveKey): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', text)))
}

/**
 * Derives the digits and the key of a move.
 *
 * @param own private key of this device
 * @param other public key of the other device, as the server passed it on
 * @throws {DOMException} when `other` is no point of the curve
 */
export async function deriveMoveChannel({
  own,
  other,
  id,
  oldKey,
  newThumbprint,
  jkt,
}: {
  own: CryptoKey
  other: MoveKey
  id: string
  /** Public key of the older device. */
  oldKey: MoveKey
  newThumbprint: string
  /** Thumbprint of the new device's DPoP key. */
  jkt: string
}): Promise<MoveChannel> {
  const data = encodeFields('portico/move', id, oldKey.x, oldKey.y, newThumbprint, jkt)
  const hash = await crypto.subtle.digest('SHA-256', data)
  const publicKey = await crypto.subtle.importKey(
    'jwk',
    other,
    { name: 'ECDH', namedCurve: 'P-256' },
    false,
    [],
  )
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, own, 256)
  const material = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode('portico/move/key')
  const key = await crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: hash, info },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  const digits = `${new DataView(hash).getUint32(0) % 1_000_000}`.padStart(6, '0')
  return { digits, key, data }
}
