import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { toJsonSchema } from '../document/componentSchemas.ts'
import { describeFields } from './describeFields.ts'

const words = (schema: z.ZodMiniType) =>
  describeFields(toJsonSchema(schema), {}).map(
    ({ path, type, isOptional }) => `${path}${isOptional ? '?' : ''}: ${type}`,
  )

describe('describeFields', () => {
  test('behavior: lists the fields of nested objects, lists and records', () => {
    const schema = z.object({
      list: z.array(z.object({ name: z.string(), more: z.optional(z.array(z.string())) })),
      byId: z.record(z.string(), z.object({ at: z.iso.datetime() })),
      nothing: z.nullable(z.number()),
    })
    expect(words(schema)).toMatchInlineSnapshot(`
      [
        "list: list of objects",
        "list[].name: string",
        "list[].more?: list of strings",
        "byId: object",
        "byId.*?: object",
        "byId.*.at: string, ISO 8601",
        "nothing: number or null",
      ]
    `)
  })

  test('behavior: a field that only some union members have is optional; a list of the same shape is not repeated', () => {
    const one = z.union([
      z.object({ id: z.string(), ok: z.boolean() }),
      z.object({ id: z.string(), why: z.string() }),
    ])
    expect(words(z.union([one, z.array(one)]))).toEqual(['id: string', 'ok?: boolean', 'why?: string'])
  })

  test('behavior: mentions limits, except those of safe integers', () => {
    const schema = z.object({
      kind: z.enum(['a', 'b', 'c']),
      exact: z.literal('2.0'),
      id: z.union([z.string(), z.number(), z.null()]),
      count: z.int(),
      page: z.int().check(z.minimum(1), z.maximum(100)),
      name: z.string().check(z.maxLength(64)),
      some: z.array(z.string()).check(z.minLength(1)),
    })
    expect(words(schema)).toMatchInlineSnapshot(`
      [
        "kind: "a", "b" or "c"",
        "exact: "2.0"",
        "id: string, number or null",
        "count: integer",
        "page: integer, 1 to 100",
        "name: string, at most 64 characters",
        "some: list of strings, at least 1 entries",
      ]
    `)
  })
})
