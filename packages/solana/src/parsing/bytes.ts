import { base58 } from '@scure/base'

/**
 * Decodes a base58 text of exactly `size` bytes; returns `undefined` for anything else. Does not decode texts that are
 * too long, because base58 takes quadratic time. Never throws.
 */
export function base58Bytes(text: unknown, size: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > size * 1.4) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === size ? bytes : undefined
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}

/** Copies a `Uint8Array`. Returns `undefined` for other values or another size. Never throws. */
export function copyBytes(value: unknown, size?: number): Uint8Array | undefined {
  try {
    // No `instanceof`: it fails for arrays that a wallet created in another frame.
    if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]')
      return undefined
    const bytes = new Uint8Array(value as Uint8Array)
    return size === undefined || bytes.length === size ? bytes : undefined
  } catch {
    // A view of a buffer that was transferred.
    return undefined
  }
}

/** Returns whether two byte arrays are equal. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
