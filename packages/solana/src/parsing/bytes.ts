import { base58 } from '@scure/base'

/**
 * The bytes of a base58 text that has exactly `size` of them, else `undefined`. Never throws, and looks at no text
 * longer than such bytes can have.
 */
export function base58Bytes(text: unknown, size: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text.length > size * 1.4) return undefined
  try {
    const bytes = base58.decode(text)
    return bytes.length === size ? bytes : undefined
  } catch {
    // A letter that is none of the alphabet.
    return undefined
  }
}

/** A copy of bytes somebody else made, where there are exactly `size` of them. Never throws. */
export function copyBytes(value: unknown, size?: number): Uint8Array | undefined {
  try {
    // Not `instanceof` alone: a wallet's script may live in another frame.
    if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]')
      return undefined
    const bytes = new Uint8Array(value as Uint8Array)
    return size === undefined || bytes.length === size ? bytes : undefined
  } catch {
    // A view of a buffer that was given away.
    return undefined
  }
}

/** Whether two texts of bytes are the same. */
export function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
