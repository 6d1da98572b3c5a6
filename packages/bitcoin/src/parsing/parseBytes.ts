import { base64, hex } from '@scure/base'

const limit = 400_000

/** Copies bytes, or decodes a hex or base64 string. Returns `undefined` for anything else. Never throws. */
export function parseBytes(value: unknown): Uint8Array | undefined {
  try {
    if (typeof value === 'string') {
      if (value.length === 0 || value.length > 2 * limit) return undefined
      return /^([0-9a-f]{2})+$/i.test(value) ? hex.decode(value.toLowerCase()) : base64.decode(value)
    }
    // `instanceof` fails for objects from another frame, where a wallet's script may run.
    if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]')
      return undefined
    const bytes = Uint8Array.from(value as Uint8Array)
    return bytes.length > 0 && bytes.length <= limit ? bytes : undefined
  } catch {
    // Not base64, or a view of a detached buffer.
    return undefined
  }
}
