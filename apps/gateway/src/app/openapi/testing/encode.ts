/**
 * Percent-encodes a part of a URL.
 *
 * @param encoding `full` is correct, `double` encodes twice, `minimal` only replaces characters that would end the part.
 */
export function encode(text: string, encoding: 'full' | 'double' | 'minimal' = 'full'): string {
  const encoded = encodeURIComponent(wellFormed(text))
  if (encoding === 'double') return encoded.replaceAll('%', '%25')
  if (encoding === 'minimal') return wellFormed(text).replace(/[#?/\\\s\p{Cc}]/gu, '_')
  return encoded
}

/** Replaces lone surrogates, which `encodeURIComponent` rejects. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
