/** Returns the index of the next character that is not white space. */
export function skipSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && isSpace(text.charCodeAt(index))) index++
  return index
}

/** Whether a character code is JSON white space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
