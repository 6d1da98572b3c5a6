import { isSpace } from './skipSpace.ts'

const quote = 0x22
const backslash = 0x5c

/**
 * Returns the index after the JSON value that begins at `start`. The text must be valid JSON. Working on the text,
 * unlike on a parsed value, preserves the digits of numbers, the spelling of strings and the order of members.
 */
export function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return skipString(text, start)
  if (first !== 0x7b && first !== 0x5b) return skipScalar(text, start)
  let depth = 0
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      index = skipString(text, index)
      continue
    }
    if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) {
      depth--
      if (depth === 0) return index + 1
    }
    index++
  }
  return index
}

function skipString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end + 1
}

function isEscaped(text: string, index: number): boolean {
  let before = index - 1
  while (text.charCodeAt(before) === backslash) before--
  return (index - before) % 2 === 0
}

function skipScalar(text: string, start: number): number {
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === 0x2c || code === 0x7d || code === 0x5d || isSpace(code)) break
    index++
  }
  return index
}
