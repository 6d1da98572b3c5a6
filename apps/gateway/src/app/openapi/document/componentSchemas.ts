import * as gateway from '@portico/protocol/gateway'
import * as z from 'zod/mini'

/** The part of JSON Schema 2020-12 that this gateway's schemas use. */
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

const prefix = '#/components/schemas/'

// Registers each schema under the name of its type in @portico/protocol/gateway.
const named = z.registry<{ id: string }>()
for (const [name, schema] of Object.entries(gateway))
  if (schema instanceof z.ZodMiniType) named.add(schema, { id: `${name[0]?.toUpperCase()}${name.slice(1)}` })
// Copies, because a schema can be registered under one name only and some events share a schema.
for (const [name, schema] of Object.entries(gateway.streamEvents))
  named.add(z.extend(schema, {}), { id: `StreamEvent.${name}` })

/**
 * Converts a schema to JSON Schema for `/openapi.json`. Named schemas become references to `componentSchemas`. Objects
 * allow additional properties, because later versions may add some.
 */
export function toJsonSchema(schema: z.ZodMiniType): JsonSchema {
  const name = named.get(schema)?.id
  if (name !== undefined) return { $ref: `${prefix}${name}` }
  const { $schema: _, $defs: __, ...written } = z.toJSONSchema(schema, { metadata: named, io: 'input' })
  return JSON.parse(JSON.stringify(written).replaceAll('"#/$defs/', `"${prefix}`))
}

/** Returns all named schemas by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(named, { io: 'input', uri: (id) => `${prefix}${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema as JsonSchema]),
  )
}

/** Returns the schema that a reference points to, or the schema itself if it is not a reference. */
export function resolveSchema(
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  if (schema.$ref === undefined) return schema
  const target = components[schema.$ref.slice(prefix.length)]
  if (!target) throw new Error(`The schema ${schema.$ref} does not exist.`)
  return resolveSchema(target, components)
}
