const utf8 = new TextEncoder()

/**
 * Fields, each behind its length as 32 bits: two different lists never make the same bytes, which joined texts could.
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
