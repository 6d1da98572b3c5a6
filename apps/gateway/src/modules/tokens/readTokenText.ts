import { hexToBytes } from 'viem/utils'
import type { Hex } from '../../chains/shared/Chain.ts'
import { cleanText } from '../../infra/text/cleanText.ts'

/**
 * Decodes the result of `name()` or `symbol()`: a string, or a `bytes32` as in old tokens such as MKR. Returns null if
 * it is neither, or nothing is left after sanitizing.
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

// Decoded by hand: a general decoder may allocate whatever length a hostile contract claims.
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
