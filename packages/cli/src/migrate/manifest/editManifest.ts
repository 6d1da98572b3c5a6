import { parseExpression } from '@babel/parser'
import type { ObjectExpression, ObjectProperty } from '@babel/types'
import MagicString from 'magic-string'
import { positionOf } from '../script/positionOf.ts'
import type { Note } from '../script/Script.ts'

const blocks = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

/**
 * Replaces dependencies in the text of a `package.json`. Order, indentation and everything else stay as they are.
 *
 * @param remove packages that are no longer needed
 * @param add packages that are needed, each with the same exact version
 * @returns the new text with what a person has to look at, or why it cannot be edited
 */
export function editManifest({
  text,
  remove,
  add,
  version,
}: {
  text: string
  remove: (name: string) => boolean
  add: readonly string[]
  version: string
}): { text: string; notes: Note[] } | { error: string } {
  let root: ReturnType<typeof parseExpression>
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    root = parseExpression(text.replace(/^\uFEFF/, ' '))
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
  if (root.type !== 'ObjectExpression') return { error: 'It is not an object.' }

  const code = new MagicString(text)
  const notes: Note[] = []
  const found = blocks.flatMap((name) => {
    const value = propertiesOf(root).find((property) => keyOf(property) === name)?.value
    return value?.type === 'ObjectExpression'
      ? [{ name, object: value, properties: propertiesOf(value) }]
      : []
  })
  const present = new Set(found.flatMap(({ properties }) => properties.map(keyOf)))
  const missing = add.filter((name) => !present.has(name))
  const affected = found.filter(({ properties }) => properties.some((property) => remove(keyOf(property))))
  const main = found.find(({ name }) => name === 'dependencies')
  // A library lists a package twice, for its users and for itself; an application only once.
  const receivers =
    affected.find(({ name }) => name === 'dependencies') !== undefined || affected.length === 0
      ? [main].filter((one) => one !== undefined)
      : affected

  for (const block of new Set([...affected, ...receivers])) {
    rewriteBlock({
      code,
      text,
      object: block.object,
      properties: block.properties,
      remove,
      add: receivers.includes(block) ? missing : [],
      version,
    })
  }
  if (missing.length > 0 && receivers.length === 0)
    notes.push({
      position: 0,
      message: `Add these dependencies with version ${version}: ${missing.join(', ')}.`,
    })

  for (const property of propertiesOf(root)) {
    if (!['overrides', 'resolutions', 'pnpm'].includes(keyOf(property))) continue
    for (const inner of deepProperties(property)) {
      const [, name] = /((?:@[^/@>*]+\/)?[^/@>*]+)(?:@[^>/]*)?$/.exec(keyOf(inner)) ?? []
      if (remove(keyOf(inner)) || (name && remove(name)))
        notes.push({
          position: positionOf(inner).start,
          message: `"${keyOf(property)}" names ${keyOf(inner)}, which is no longer installed: remove it.`,
        })
    }
  }
  return { text: code.toString(), notes }
}

function rewriteBlock({
  code,
  text,
  object,
  properties,
  remove,
  add,
  version,
}: {
  code: MagicString
  text: string
  object: ObjectExpression
  properties: readonly ObjectProperty[]
  remove: (name: string) => boolean
  add: readonly string[]
  version: string
}): void {
  const isSorted = properties.every((property, index) => {
    const previous = properties[index - 1]
    return !previous || keyOf(previous) <= keyOf(property)
  })
  const place = properties.findIndex((property) => remove(keyOf(property)))
  const rows = properties
    .filter((property) => !remove(keyOf(property)))
    .map((property) => ({
      key: keyOf(property),
      text: text.slice(positionOf(property).start, positionOf(property).end),
    }))
  const added = [...add]
    .sort()
    .map((key) => ({ key, text: `${JSON.stringify(key)}: ${JSON.stringify(version)}` }))
  if (isSorted) {
    rows.push(...added)
    rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  } else {
    rows.splice(place < 0 ? rows.length : place, 0, ...added)
  }

  const { start, end } = positionOf(object)
  const [first, second] = properties
  const last = properties.at(-1)
  if (!first || !last) {
    if (rows.length > 0) code.overwrite(start, end, `{ ${rows.map((row) => row.text).join(', ')} }`)
    return
  }
  if (rows.length === 0) {
    code.overwrite(start, end, '{}')
    return
  }
  const separator = second
    ? text.slice(positionOf(first).end, positionOf(second).start)
    : `,${text.slice(start + 1, positionOf(first).start)}`
  const before = text.slice(positionOf(first).start, positionOf(last).end)
  const after = rows.map((row) => row.text).join(separator)
  if (after !== before) code.overwrite(positionOf(first).start, positionOf(last).end, after)
}

function propertiesOf(object: ObjectExpression): ObjectProperty[] {
  return object.properties.filter((property) => property.type === 'ObjectProperty')
}

function deepProperties({ value }: ObjectProperty): ObjectProperty[] {
  if (value.type !== 'ObjectExpression') return []
  return propertiesOf(value).flatMap((property) => [property, ...deepProperties(property)])
}

function keyOf({ key }: ObjectProperty): string {
  if (key.type === 'StringLiteral') return key.value
  return key.type === 'Identifier' ? key.name : ''
}
