/** Returns whether `If-None-Match` contains a tag, by the weak comparison (RFC 9110 §13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = (value: string) => value.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((value) => opaque(value) === opaque(tag))
}
