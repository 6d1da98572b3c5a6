import { RequestRefusedError } from '../RequestRefusedError.ts'

/**
 * Decodes a parameter in base58 or base64.
 *
 * @throws {RequestRefusedError} with this reason, if it is not in that encoding
 */
export function decodeParam(
  coder: { decode(text: string): Uint8Array },
  text: string,
  reason: string,
): Uint8Array {
  try {
    return coder.decode(text)
  } catch {
    throw new RequestRefusedError({ reason })
  }
}
