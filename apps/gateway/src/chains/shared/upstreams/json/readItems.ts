import { skipSpace } from './skipSpace.ts'
import { skipValue } from './skipValue.ts'

/** Returns the items of the JSON array that begins at `start`, each as raw text. The JSON must be valid. */
export function readItems(text: string, start = 0): string[] {
  const items: string[] = []
  let index = skipSpace(text, start + 1)
  while (index < text.length && text[index] !== ']') {
    const end = skipValue(text, index)
    items.push(text.slice(index, end))
    index = skipSpace(text, end)
    if (text[index] === ',') index = skipSpace(text, index + 1)
  }
  return items
}
