/** The decoded content of a `data:` URI. */
export type DataContent = { mediaType: string; bytes: Buffer }

const maxBytes = 1024 * 1024

/**
 * Reads a plain, percent-encoded or base64 `data:` URI. Returns undefined if the text is not a `data:` URI, is
 * malformed, or holds more than 1 MiB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2397
 */
export function readDataUri(uri: string): DataContent | undefined {
  if (!/^data:/i.test(uri) || uri.length > 2 * maxBytes) return undefined
  const comma = uri.indexOf(',')
  if (comma === -1 || comma > 200) return undefined
  const parameters = uri.slice('data:'.length, comma).split(';')
  const mediaType = (parameters[0] ?? '').trim().toLowerCase()
  const content = uri.slice(comma + 1)
  const bytes = parameters.slice(1).some((part) => part.trim().toLowerCase() === 'base64')
    ? Buffer.from(content, 'base64')
    : Buffer.from(decodePercent(content), 'utf8')
  return bytes.length <= maxBytes ? { mediaType, bytes } : undefined
}

// Many contracts return JSON or SVG with an unescaped `%`, which cannot be decoded: use the text as it is.
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
