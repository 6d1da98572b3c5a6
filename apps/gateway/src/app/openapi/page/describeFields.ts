import { type JsonSchema, resolveSchema } from '../document/componentSchemas.ts'

/** A field of a body: its path, its type in words, and whether it is optional. */
export type Field = { path: string; type: string; isOptional: boolean }

type Components = Readonly<Record<string, JsonSchema>>

/** Returns the fields of a body, each with its full path, such as `balances[].quantity.decimals`. */
export function describeFields(schema: JsonSchema, components: Components): Field[] {
  return fieldsOf(resolveSchema(schema, components), '', components)
}

function fieldsOf(schema: JsonSchema, path: string, components: Components): Field[] {
  const { properties = {}, required = [], items, anyOf, additionalProperties } = schema
  if (anyOf) {
    const branches = withoutLists(anyOf).map((branch) =>
      fieldsOf(resolveSchema(branch, components), path, components),
    )
    const objects = branches.filter((branch) => branch.length > 0).length
    const found = new Map<string, Field & { count: number }>()
    for (const field of branches.flat()) {
      const count = (found.get(field.path)?.count ?? 0) + 1
      found.set(field.path, { ...field, count })
    }
    return [...found.values()].map(({ count, ...field }) => ({
      ...field,
      isOptional: field.isOptional || count < objects,
    }))
  }
  if (items) return fieldsOf(resolveSchema(items, components), `${path}[]`, components)
  const fields = Object.entries(properties).flatMap(([name, property]): Field[] => {
    const at = path === '' ? name : `${path}.${name}`
    const type = describeType(property, components)
    return [
      { path: at, type, isOptional: !required.includes(name) },
      ...fieldsOf(resolveSchema(property, components), at, components),
    ]
  })
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0)
    return fields
  const at = path === '' ? '*' : `${path}.*`
  return [
    ...fields,
    { path: at, type: describeType(additionalProperties, components), isOptional: true },
    ...fieldsOf(resolveSchema(additionalProperties, components), at, components),
  ]
}

/** Drops branches that are lists of another branch: their fields would only repeat those of that branch. */
function withoutLists(branches: readonly JsonSchema[]): readonly JsonSchema[] {
  const written = new Set(branches.map((branch) => JSON.stringify(branch)))
  return branches.filter(({ items }) => !items || !written.has(JSON.stringify(items)))
}

/** Describes the type of a schema in words. */
export function describeType(given: JsonSchema, components: Components): string {
  const schema = resolveSchema(given, components)
  const { type, anyOf, items, format } = schema
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joinWords(schema.enum.map((value) => JSON.stringify(value)))
  if (anyOf) return joinWords([...new Set(anyOf.map((one) => describeType(one, components)))])
  if (schema.not) return 'nothing'
  if (items) {
    const inner = describeType(items, components)
    return `list of ${plurals[inner] ?? inner}${bounds(schema.minItems, schema.maxItems, 'entries')}`
  }
  if (type === 'integer' || type === 'number')
    return `${type}${bounds(safe(schema.minimum), safe(schema.maximum), '')}`
  if (type === 'string') {
    if (format === 'date-time') return 'string, ISO 8601'
    const pattern = schema.pattern === undefined ? '' : ` like ${schema.pattern}`
    return `string${bounds(schema.minLength, schema.maxLength, 'characters')}${pattern}`
  }
  if (type === undefined) return 'anything'
  return typeof type === 'string' ? type : joinWords(type)
}

const plurals: Readonly<Record<string, string>> = { object: 'objects', string: 'strings' }

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

/** Ignores limits at the bounds of safe integers, which zod adds to every integer. */
function safe(limit: number | undefined): number | undefined {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? undefined : limit
}

function bounds(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return ''
  const of = unit === '' ? '' : ` ${unit}`
  if (to === undefined) return `, at least ${from}${of}`
  return from === undefined ? `, at most ${to}${of}` : `, ${from} to ${to}${of}`
}
