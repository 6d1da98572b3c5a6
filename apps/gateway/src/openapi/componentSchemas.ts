import * as gateway from '@portico/protocol/gateway'
import * as z from 'zod/mini'

/** A schema of JSON Schema 2020-12, as far as ours use it. */
export type JsonSchema = {
  $ref?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  not?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

const place = '#/components/schemas/'

// By the names of their types in @portico/protocol/gateway.
const named = z.registry<{ id: string }>()
for (const [name, schema] of Object.entries(gateway))
  if (schema instanceof z.ZodMiniType) named.add(schema, { id: `${name[0]?.toUpperCase()}${name.slice(1)}` })
// A copy: some events share a schema, and a schema has one name.
for (const [name, schema] of Object.entries(gateway.streamEvents))
  named.add(z.extend(schema, {}), { id: `StreamEvent.${name}` })

/**
 * A schema for `/openapi.json`. What has a name is a reference to `componentSchemas`. Objects of answers stay open: a later
 * gateway may say more.
 */
export function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const name = named.get(schema)?.id
  if (name !== undefined) return { $ref: `${place}${name}` }
  const { $schema: _, $defs: __, ...written } = z.toJSONSchema(schema, { metadata: named, io: 'input' })
  return JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', `"${place}`))
}

/** The schemas that have names. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: (id) => `${place}${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  )
}

/** The schema a reference means, or the schema itself. */
export function resolveSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  if (schema.$ref === undefined) return schema
  const target = components[schema.$ref.slice(place.length)]
  if (!target) throw new Error(`There is no schema ${schema.$ref}.`)
  return resolveSchema(target, components)
}
