/** What a `data:` URI holds. */
export type DataContent = { mediaType: string; bytes: Buffer }

const maxBytes = 1024 * 1024

/**
 * Reads a `data:` URI: plain, percent-encoded or base64; undefined if it is none, not well-formed, or larger than 1 MiB.
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

// Many contracts write plain JSON or SVG with a bare `%` in it, which is no encoding of anything.
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
