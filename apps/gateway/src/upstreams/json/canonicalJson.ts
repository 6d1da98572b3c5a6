import { readItems } from './readItems.ts'
import { readMembers } from './readMembers.ts'

const maxDepth = 32

/**
 * One spelling for all JSON texts that ask the same of a node: no white space, members by name, hex in lower case. Numbers
 * stay digit for digit, so two that a double cannot tell apart are two.
 *
 * @returns undefined where a member comes twice, as then each reader may take another one, or where it nests too deeply.
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
