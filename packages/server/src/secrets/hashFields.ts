import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 hash of fields as base64url. Each field has a length prefix (32 bits, big-endian), so that different
 * lists never give the same input. The first field is a label that says what the hash is for.
 *
 * @example
 * hashFields('portico/address', tx, 'ada@example.com')
 */
export function hashFields(label: string, ...fields: readonly string[]): string {
  const hash = createHash('sha256')
  for (const field of [label, ...fields]) {
    const bytes = Buffer.from(field, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  return hash.digest('base64url')
}
