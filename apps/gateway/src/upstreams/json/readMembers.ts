import { skipSpace } from './skipSpace.ts'
import { skipValue } from './skipValue.ts'

/** A member of a JSON object: the name as it is meant, the value as it stands in the text. */
export type Member = { name: string; value: string }

/** The members of the JSON object that begins at `start`, in their order, also those that come twice. */
export function readMembers(text: string, start = 0): Member[] {
  const members: Member[] = []
  let index = skipSpace(text, start + 1)
  while (index < text.length && text[index] !== '}') {
    const nameEnd = skipValue(text, index)
    const raw = text.slice(index, nameEnd)
    // The colon stands between.
    const begin = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = skipValue(text, begin)
    const name = raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
    members.push({ name, value: text.slice(begin, end) })
    index = skipSpace(text, end)
    if (text[index] === ',') index = skipSpace(text, index + 1)
  }
  return members
}
