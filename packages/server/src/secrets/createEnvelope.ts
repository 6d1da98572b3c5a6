/*
 * Envelope encryption of what a server keeps for a user. Each value is encrypted with a key of its own (AES-256-GCM,
 * random 96-bit nonce), and that key is wrapped under a key derived (HKDF-SHA-256, RFC 5869, random salt) from one of the
 * ring. So every AES key encrypts one thing only, the limits of GCM nonces (SP 800-38D §8.3) are never near, and to change
 * the ring's key only the wrap is written anew.
 *
 * Both layers authenticate the place the value stands at, as length-prefixed fields: a row copied to another user, slot or
 * table does not open. Written as base64url of: version 1 ‖ salt 32 ‖ nonce 12 ‖ wrapped key 48 ‖ nonce 12 ‖ value + 16.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BaseError } from '@portico/protocol'
import type { KeyRing } from './KeyRing.ts'

/** Where a value stands; it opens nowhere else. */
export type EnvelopePlace = {
  table: string
  row: string
  user: string
  slot: string
  version: string
}

/** A value as it is kept: `kekId` in a column of its own, with an index, so that rotation finds it. */
export type Sealed = { kekId: string; sealed: string }

export type Envelope = {
  /** Encrypts with the primary key. */
  seal(call: { value: Uint8Array; place: EnvelopePlace }): Sealed
  /** @throws {EnvelopeError} if it was changed, moved, or its key is not in the ring. */
  open(call: Sealed & { place: EnvelopePlace }): Uint8Array
  /** The same value under the primary key; the value itself is not decrypted. */
  rewrap(call: Sealed & { place: EnvelopePlace }): Sealed
  /** Id of the key that new values are wrapped with. */
  primary: string
}

/** Thrown where an envelope does not open. */
export class EnvelopeError extends BaseError {
  override name = 'EnvelopeError'
  static override code = 'envelope-unreadable'
}

const version = 1
const saltBytes = 32
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const wrapEnd = 1 + saltBytes + nonceBytes + keyBytes + tagBytes

/**
 * Encrypts and decrypts under a ring of keys.
 *
 * @example
 * const envelope = createEnvelope({ ring: await loadKeyRing({ file, create: true }) })
 * const place = { table: 'wallet_slots', row: walletId, user: userId, slot: slotId, version: '1' }
 * const kept = envelope.seal({ value: share, place })
 * envelope.open({ ...kept, place })
 */
export function createEnvelope({ ring }: { ring: KeyRing }): Envelope {
  function wrapKey(kekId: string, salt: Uint8Array, table: string): Uint8Array {
    const kek = ring.keys.get(kekId)
    if (!kek) throw new EnvelopeError(`The key ring has no key "${kekId}": put it back.`)
    return new Uint8Array(hkdfSync('sha256', kek, salt, join(['wk1/kek', kekId, table]), keyBytes))
  }

  function wrap(dek: Uint8Array, place: EnvelopePlace): Uint8Array {
    const salt = randomBytes(saltBytes)
    const key = wrapKey(ring.primary, salt, place.table)
    return Buffer.concat([Buffer.of(version), salt, encrypt(key, dek, aad('wrap', place, ring.primary))])
  }

  function unwrap({
    kekId,
    bytes,
    place,
  }: {
    kekId: string
    bytes: Buffer
    place: EnvelopePlace
  }): Uint8Array {
    const salt = bytes.subarray(1, 1 + saltBytes)
    const wrapped = bytes.subarray(1 + saltBytes, wrapEnd)
    return decrypt(wrapKey(kekId, salt, place.table), wrapped, aad('wrap', place, kekId))
  }

  return {
    primary: ring.primary,
    seal({ value, place }) {
      const dek = randomBytes(keyBytes)
      const bytes = Buffer.concat([wrap(dek, place), encrypt(dek, value, aad('value', place))])
      return { kekId: ring.primary, sealed: bytes.toString('base64url') }
    },
    open({ kekId, sealed, place }) {
      const bytes = read(sealed)
      return decrypt(unwrap({ kekId, bytes, place }), bytes.subarray(wrapEnd), aad('value', place))
    },
    rewrap({ kekId, sealed, place }) {
      const bytes = read(sealed)
      const dek = unwrap({ kekId, bytes, place })
      const next = Buffer.concat([wrap(dek, place), bytes.subarray(wrapEnd)])
      return { kekId: ring.primary, sealed: next.toString('base64url') }
    },
  }
}

function read(sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  // Each value has one spelling: a changed letter that decodes to the same bytes is a change too.
  if (
    bytes.toString('base64url') !== sealed ||
    bytes.length < wrapEnd + nonceBytes + tagBytes ||
    bytes[0] !== version
  )
    throw new EnvelopeError('The envelope is not well-formed.')
  return bytes
}

function encrypt(key: Uint8Array, value: Uint8Array, aad: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(aad)
  return Buffer.concat([nonce, cipher.update(value), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, bytes: Buffer, aad: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(aad).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return new Uint8Array(
      Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]),
    )
  } catch (cause) {
    throw new EnvelopeError('The envelope was changed, or does not belong here.', { cause })
  }
}

function aad(
  layer: 'wrap' | 'value',
  { table, row, user, slot, version }: EnvelopePlace,
  kekId = '',
): Buffer {
  return join(['wk1/env', layer, table, row, user, slot, version, kekId])
}

/** Length-prefixed, so that no two lists of fields give the same bytes. */
function join(fields: readonly string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field, 'utf8')
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}
