/*
 * Envelope encryption of stored values. Each value is encrypted with its own data key (AES-256-GCM, random 96-bit nonce).
 * The data key is wrapped with a key derived (HKDF-SHA-256, RFC 5869, random salt) from a key of the ring. Every AES key
 * encrypts only one thing, so the limits for GCM nonces (SP 800-38D §8.3) are never approached, and rotating a key of the
 * ring rewrites only the wrapped data keys.
 *
 * Both layers authenticate the value's place (table, row, user, slot) as length-prefixed additional data, so a row copied to
 * another place does not decrypt. Format, base64url of: version 1 ‖ salt 32 ‖ nonce 12 ‖ wrapped key 48 ‖ nonce 12 ‖
 * value + 16 (lengths in bytes).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { BaseError } from '@portico/protocol'
import type { KeyRing } from './KeyRing.ts'

/** Where a value is stored. It decrypts only with the same place. */
export type EnvelopePlace = {
  table: string
  row: string
  user: string
  slot: string
  version: string
}

/** An encrypted value. Store `kekId` in an indexed column, so that rotation finds the rows under a key. */
export type Sealed = { kekId: string; sealed: string }

export type Envelope = {
  /** Encrypts with the primary key. */
  seal(call: { value: Uint8Array; place: EnvelopePlace }): Sealed
  /** @throws {EnvelopeError} if the value was changed or moved, or its key is not in the ring. */
  open(call: Sealed & { place: EnvelopePlace }): Uint8Array
  /** Returns the same value under the primary key, without decrypting the value. */
  rewrap(call: Sealed & { place: EnvelopePlace }): Sealed
  /** ID of the key for new values. */
  primary: string
}

/** Thrown when an envelope cannot be decrypted. */
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
 * Creates functions that encrypt and decrypt values with the keys of a ring.
 *
 * @example
 * const envelope = createEnvelope({ ring: await loadKeyRing({ file, create: true }) })
 * const place = { table: 'wallet_slots', row: walletId, user: userId, slot: slotId, version: '1' }
 * const sealed = envelope.seal({ value: share, place })
 * envelope.open({ ...sealed, place })
 */
export function createEnvelope({ ring }: { ring: KeyRing }): Envelope {
  function wrapKey(kekId: string, salt: Uint8Array, table: string): Uint8Array {
    const kek = ring.keys.get(kekId)
    if (!kek) throw new EnvelopeError(`The key ring has no key "${kekId}": restore it.`)
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
  // Accept only the canonical encoding: some changed letters decode to the same bytes.
  if (
    bytes.toString('base64url') !== sealed ||
    bytes.length < wrapEnd + nonceBytes + tagBytes ||
    bytes[0] !== version
  )
    throw new EnvelopeError('The envelope is malformed.')
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
    throw new EnvelopeError('The envelope was changed or moved.', { cause })
  }
}

function aad(
  layer: 'wrap' | 'value',
  { table, row, user, slot, version }: EnvelopePlace,
  kekId = '',
): Buffer {
  return join(['wk1/env', layer, table, row, user, slot, version, kekId])
}

/** Joins fields with length prefixes, so that different lists never give the same bytes. */
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
