/** Where the next character stands that is no white space. */
export function skipSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && isSpace(text.charCodeAt(index))) index++
  return index
}

/** Whether a character is one JSON allows between values. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
