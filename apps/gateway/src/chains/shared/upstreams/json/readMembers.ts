import { skipSpace } from './skipSpace.ts'
import { skipValue } from './skipValue.ts'

/** A member of a JSON object: the decoded name and the raw text of the value. */
export type Member = { name: string; value: string }

/**
 * Returns the members of the JSON object that begins at `start`, in order, duplicates included. The JSON must be valid.
 */
export function readMembers(text: string, start = 0): Member[] {
  const members: Member[] = []
  let index = skipSpace(text, start + 1)
  while (index < text.length && text[index] !== '}') {
    const nameEnd = skipValue(text, index)
    const raw = text.slice(index, nameEnd)
    // Skip the colon.
    const begin = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = skipValue(text, begin)
    const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
    members.push({ name, value: text.slice(begin, end) })
    index = skipSpace(text, end)
    if (text[index] === ',') index = skipSpace(text, index + 1)
  }
  return members
}
