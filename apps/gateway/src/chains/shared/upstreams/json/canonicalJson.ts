import { readItems } from './readItems.ts'
import { readMembers } from './readMembers.ts'

const maxDepth = 32

/**
 * Returns JSON parameters in canonical form, for use as a cache key: no white space, members sorted by name,
 * hexadecimal strings in lower case. Numbers keep their digits, so those that differ beyond double precision stay
 * different.
 *
 * @returns undefined if a member occurs twice (parsers disagree on which one counts), or if it is nested too deeply.
 */
export function canonicalJson(text: string, depth = 0): string | undefined {
  const first = text[0]
  if (first === '"') return text.startsWith('"0x') || text.startsWith('"0X') ? text.toLowerCase() : text
  if (first !== '[' && first !== '{') return text
  if (depth >= maxDepth) return undefined
  const parts: string[] = []
  if (first === '[') {
    for (const item of readItems(text)) {
      const part = canonicalJson(item, depth + 1)
      if (part === undefined) return undefined
      parts.push(part)
    }
    return `[${parts.join(',')}]`
  }
  const members = readMembers(text).sort((a, b) => (a.name < b.name ? -1 : 1))
  let last: string | undefined
  for (const { name, value } of members) {
    const part = canonicalJson(value, depth + 1)
    if (part === undefined || name === last) return undefined
    parts.push(`${JSON.stringify(name)}:${part}`)
    last = name
  }
  return `{${parts.join(',')}}`
}
