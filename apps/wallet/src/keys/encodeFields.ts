const utf8 = new TextEncoder()

/**
 * Encodes fields, each with a 32-bit length prefix, so that two different lists never have the same encoding.
 *
 * @example
 * encodeFields('vault', 'wlt_1', 'usr_1', 1)
 */
export function encodeFields(...fields: readonly (string | number | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const parts = fields.map((field) => (field instanceof Uint8Array ? field : utf8.encode(`${field}`)))
  const bytes = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    bytes.set(part, at + 4)
    at += 4 + part.length
  }
  return bytes
}
