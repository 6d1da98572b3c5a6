import { base64, hex } from '@scure/base'

const limit = 400_000

/** A copy of bytes, or the bytes of a text in hex or base64; `undefined` for anything else. Never throws. */
export function parseBytes(value: unknown): Uint8Array | undefined {
  try {
    if (typeof value === 'string') {
      if (value.length === 0 || value.length > 2 * limit) return undefined
      return /^([0-9a-f]{2})+$/i.test(value) ? hex.decode(value.toLowerCase()) : base64.decode(value)
    }
    // Not `instanceof` alone: a wallet's script may live in another frame.
    if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]')
      return undefined
    const bytes = Uint8Array.from(value as Uint8Array)
    return bytes.length > 0 && bytes.length <= limit ? bytes : undefined
  } catch {
    // No base64, or a view of a buffer that was given away.
    return undefined
  }
}
