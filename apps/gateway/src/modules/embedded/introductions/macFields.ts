import { createHmac } from 'node:crypto'

/** Returns the HMAC-SHA-256 of fields as base64url. Length prefixes keep different lists from giving the same input. */
export function macFields(secret: Uint8Array, fields: readonly string[]): string {
  const mac = createHmac('sha256', secret)
  for (const field of fields) mac.update(`${Buffer.byteLength(field)}:`).update(field, 'utf8')
  return mac.digest('base64url')
}
