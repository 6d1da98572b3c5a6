import fc from 'fast-check'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { nasty } from './nasty.ts'

/** Returns arbitrary bodies of an operation: its example, mutations of it, and unrelated or malformed bodies. */
export function anyBody({ body }: Operation): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const example = body?.example ?? {}
  const text = JSON.stringify(example)
  const keys = [...new Set([...Object.keys(example as object), '__proto__', 'constructor', 'toJSON', ''])]
  const changed = fc
    .array(fc.tuple(fc.constantFrom(...keys), anyValue), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      // Written as text, so that keys can be repeated and __proto__ is an ordinary key.
      const more = changes.map(([key, one]) => `${JSON.stringify(key)}:${JSON.stringify(one) ?? 'null'}`)
      return Array.isArray(example)
        ? `[${text}]`
        : `${text.slice(0, -1)}${text === '{}' ? '' : ','}${more.join(',')}}`
    })
  const cut = fc
    .tuple(
      fc.nat({ max: text.length }),
      fc.nat({ max: 8 }),
      fc.constantFrom('', '"', '\\', '{', '[', '}', ',', '\u0000', '1e999'),
    )
    .map(([at, count, put]) => text.slice(0, at) + put + text.slice(at + count))
  const bytes = fc
    .tuple(fc.nat({ max: text.length }), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, more]) => {
      const given = new TextEncoder().encode(text)
      return Uint8Array.from([...given.slice(0, at), ...more, ...given.slice(at)])
    })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(text) },
    { weight: 8, arbitrary: changed },
    { weight: 3, arbitrary: cut },
    { weight: 2, arbitrary: bytes },
    { weight: 2, arbitrary: anyValue.map((one) => JSON.stringify(one) ?? '') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '[',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
        `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
        `{${Array.from({ length: 3000 }, (_, index) => `"k${index}":1`).join(',')}}`,
        '\ufeff{}',
        'x'.repeat(150_000),
      ),
    },
  )
}

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  nasty,
  fc.constantFrom(0, -0, -1, 1e308, 2 ** 53, 4294967296, 1.5, null, true, [], {}, [[]], [null]),
)
