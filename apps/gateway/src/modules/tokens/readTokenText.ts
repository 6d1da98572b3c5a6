import { hexToBytes } from 'viem/utils'
import type { Hex } from '../../chain/Chain.ts'
import { cleanText } from '../../text/cleanText.ts'

/**
 * The answer of `name()` or `symbol()`: a string, or 32 bytes as the oldest tokens have it (MKR). Null if it is neither,
 * or nothing of it can be shown.
 */
export function readTokenText({ data, max }: { data: Hex | undefined; max: number }): string | null {
  if (data === undefined) return null
  const bytes = hexToBytes(data)
  const text = bytes.length === 32 ? readBytes32(bytes) : readString(bytes)
  const clean = text === undefined ? '' : cleanText(text, max)
  return clean === '' ? null : clean
}

function readBytes32(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(0)
  return decode(end === -1 ? bytes : bytes.subarray(0, end))
}

// By hand, as a decoder that believes the length of a hostile contract allocates what it says.
function readString(bytes: Uint8Array): string | undefined {
  const offset = readLength(bytes, 0)
  const length = offset === undefined ? undefined : readLength(bytes, offset)
  if (offset === undefined || length === undefined || offset + 32 + length > bytes.length) return undefined
  return decode(bytes.subarray(offset + 32, offset + 32 + Math.min(length, 4096)))
}

function readLength(bytes: Uint8Array, at: number): number | undefined {
  if (at + 32 > bytes.length || bytes.subarray(at, at + 28).some((byte) => byte !== 0)) return undefined
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + 28)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
