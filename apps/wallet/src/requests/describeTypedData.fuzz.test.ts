import fc from 'fast-check'
import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  address,
  askTypedData,
  describeOn,
  domain,
  harmless,
  permit,
  spender,
} from '../../test/askTypedData.ts'
import type { TypedDataRequest } from '../../test/buildTypedData.ts'
import { typedDataRequests } from '../../test/typedDataRequests.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 2000)

describe('describeTypedData with mutated data', () => {
  test(`behavior: ${runs} mutations: refuses or describes, never throws anything else, never hangs`, {
    timeout: 900_000,
  }, () => {
    const names = fc.constantFrom(
      'Permit',
      'EIP712Domain',
      'spender',
      'value',
      'chainId',
      'address',
      '__proto__',
      'x',
    )
    const typeNames = fc.constantFrom(
      'address',
      'uint256',
      'Permit',
      'Permit[]',
      'uint8[3][]',
      'EIP712Domain',
      'x',
      'bytes',
      'string',
    )
    const structs = fc.dictionary(
      names,
      fc.array(fc.record({ name: names, type: typeNames }), { maxLength: 4 }),
    )
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(address, spender, 0, '0x', maxUint256.toString(), 31337),
    )
    const data = fc.record(
      {
        types: fc.oneof(structs, fc.constant(permit().types), fc.jsonValue({ maxDepth: 2 })),
        primaryType: fc.oneof(names, fc.constant('Permit')),
        domain: fc.oneof(fc.constant(domain), fc.dictionary(names, values), values),
        message: fc.oneof(
          fc.dictionary(names, values),
          fc.record({ owner: values, spender: values, value: values, nonce: values, deadline: values }),
          values,
        ),
      },
      { requiredKeys: ['types', 'primaryType'] },
    )
    let slowest = 0
    fc.assert(
      fc.property(data, fc.boolean(), (made, isText) => {
        const start = performance.now()
        try {
          expect(['low', 'medium', 'high']).toContain(askTypedData(isText ? JSON.stringify(made) : made).risk)
        } catch (error) {
          if (!(error instanceof RequestRefusedError)) throw error
        }
        slowest = Math.max(slowest, performance.now() - start)
      }),
      { numRuns: runs },
    )
    // Generous, because a busy machine causes pauses; a real hang takes many seconds.
    expect(slowest).toBeLessThan(5000)
  })

  test(`behavior: ${runs} mutations of realistic requests: refused, or described as high risk`, {
    timeout: 900_000,
  }, () => {
    const values = fc.oneof(
      fc.constantFrom(address, spender, 0, 1, '0x', '', true, false, [], {}, null),
      fc.constantFrom(
        maxUint256.toString(),
        `-${2n ** 255n}`,
        `0x${'ff'.repeat(32)}`,
        `0x${'00'.repeat(20)}`,
      ),
      fc.jsonValue({ maxDepth: 3 }),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    )
    const types = fc.constantFrom(
      'address',
      'uint256',
      'int256',
      'string',
      'bytes',
      'bool',
      'uint256[]',
      'bytes32',
    )
    const names = Object.keys(typedDataRequests).filter((name) => !harmless.has(name))
    let described = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.record({ at: fc.nat(), value: values, type: fc.option(types) }), { maxLength: 3 }),
        (name, changes) => {
          const data = structuredClone(typedDataRequests[name]) as TypedDataRequest
          for (const change of changes) mutate(data, change)
          try {
            const { risk, title } = describeOn(data)
            // An amount that becomes 0 moves nothing, or takes the permission back.
            if (
              !/^(Sign a revocation of the permission to |(Let|Give|Let someone take up to) 0 )/.test(title)
            )
              expect([title, risk]).toEqual([title, 'high'])
            described += 1
          } catch (error) {
            if (!(error instanceof RequestRefusedError)) throw error
          }
        },
      ),
      { numRuns: runs },
    )
    expect(described).toBeGreaterThan(runs / 10)
  })
})

/** Changes a value of the message or of a struct in it, and the type of a field with it if one is given. */
function mutate(
  data: TypedDataRequest,
  { at, value, type }: { at: number; value: unknown; type: string | null },
): void {
  const places: [Record<string, unknown>, string][] = []
  const collect = (fields: Record<string, unknown>) => {
    for (const [name, inner] of Object.entries(fields)) {
      places.push([fields, name])
      if (typeof inner === 'object' && inner !== null) collect(inner as Record<string, unknown>)
    }
  }
  collect(data.message)
  const [fields, name] = places[at % places.length] ?? [data.message, 'x']
  fields[name] = value
  if (type === null) return
  for (const struct of Object.values(data.types))
    for (const field of struct) if (field.name === name) field.type = type
}
