import { base58, base64 } from '@scure/base'
import { RequestRefusedError } from '../RequestRefusedError.ts'

type Coder = typeof base64 | typeof base58

/**
 * Reads bytes in base64 or base58. Most texts in base58 could be base64 as well, so what the bytes contain decides: exactly one encoding
 * must give something that can be read.
 *
 * @param read parses the bytes, and throws `RequestRefusedError` if they are not what is expected
 * @throws {RequestRefusedError} if neither encoding gives that, or both do
 * @example
 * const { value, coder } = readEncoded(transaction, (wire) => readSolanaTransaction(wire, own))
 */
export function readEncoded<T>(
  text: string,
  read: (bytes: Uint8Array) => T,
): { value: T; bytes: Uint8Array; coder: Coder } {
  const found: { value: T; bytes: Uint8Array; coder: Coder }[] = []
  let refusal: RequestRefusedError | undefined
  for (const coder of [base64, base58]) {
    const bytes = tryDecode(coder, text)
    if (!bytes) continue
    try {
      found.push({ value: read(bytes), bytes, coder })
    } catch (error) {
      if (!(error instanceof RequestRefusedError)) throw error
      refusal ??= error
    }
  }
  const [first, second] = found
  if (first && second)
    throw new RequestRefusedError({ reason: 'A transaction can be read in base64 and in base58.' })
  if (first) return first
  throw refusal ?? new RequestRefusedError({ reason: 'A transaction must be in base64 or base58.' })
}

function tryDecode(coder: Coder, text: string): Uint8Array | undefined {
  try {
    return coder.decode(text)
  } catch {
    // Not in this encoding.
    return undefined
  }
}
