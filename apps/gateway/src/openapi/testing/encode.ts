/** Writes a piece of an address: as it should be, encoded twice, or as it is but for what ends the piece. */
export function encode(text: string, how: 'well' | 'twice' | 'hardly' = 'well'): string {
  const safe = encodeURIComponent(wellFormed(text))
  if (how === 'twice') return safe.replaceAll('%', '%25')
  if (how === 'hardly') return wellFormed(text).replace(/[#?/\\\s\p{Cc}]/gu, '_')
  return safe
}

/** Half a character that is written as two cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}
