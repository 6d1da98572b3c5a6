import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readFrame } from './readFrame.ts'

const runs = Number(process.env.RELAY_FUZZ_RUNS ?? 2000)

describe('readFrame', () => {
  test.each([
    ['1', '1'],
    ['1753180000000000001', '1753180000000000001'],
    ['18446744073709551615', '18446744073709551615'],
    ['9007199254740993', '9007199254740993'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['-5', '-5'],
    ['"1753180000000000001"', '"1753180000000000001"'],
    ['"a\\u0022b"', '"a\\"b"'],
  ])('behavior: reads the ID %s as %s', (id, repeated) => {
    for (const text of [
      `{"id":${id},"jsonrpc":"2.0","method":"m","params":{"id":7,"list":[{"id":8}]}}`,
      `{"params":{"id":7,"list":[{"id":8}]},"method":"m","jsonrpc":"2.0","id" : ${id} }`,
      `{"id":3,"params":{"id":7},"method":"m","jsonrpc":"2.0","id":${id}}`,
    ])
      expect(readFrame(text)).toMatchObject({ kind: 'request', id: repeated, method: 'm' })
  })

  test.each([
    ['1753180000000001', 1753180000000001],
    ['"1753180000000001"', 1753180000000001],
    ['"1753180000000001n"', 1753180000000001],
    ['"x"', undefined],
    ['{}', undefined],
    ['null', undefined],
  ])('behavior: a response to the push %s', (id, pushId) => {
    expect(readFrame(`{"id":${id},"jsonrpc":"2.0","result":true}`)).toEqual({
      kind: 'response',
      pushId,
      received: true,
    })
  })

  test('behavior: an error response is not a receipt', () => {
    expect(readFrame('{"id":5,"jsonrpc":"2.0","error":{"code":1,"message":"no"}}')).toMatchObject({
      received: false,
    })
  })

  test.each([
    ['', 'ParseError', 'null'],
    ['{"id":1', 'ParseError', 'null'],
    ['null', 'InvalidRequest', 'null'],
    ['[]', 'InvalidRequest', 'null'],
    ['[{"id":1,"jsonrpc":"2.0","method":"m"}]', 'InvalidRequest', 'null'],
    ['7', 'InvalidRequest', 'null'],
    ['{"jsonrpc":"2.0","method":"m"}', 'InvalidRequest', 'null'],
    ['{"id":null,"jsonrpc":"2.0","method":"m"}', 'InvalidRequest', 'null'],
    ['{"id":1,"jsonrpc":"2.0"}', 'InvalidRequest', '1'],
    ['{"id":1,"jsonrpc":"2.0","method":5}', 'InvalidRequest', '1'],
    ['{"id":"5","jsonrpc":"1.0","method":"m"}', 'InvalidJsonRpcVersion', '"5"'],
    ['{"id":5,"method":"m"}', 'InvalidJsonRpcVersion', '5'],
  ])('error: %s', (text, data, id) => {
    const frame = readFrame(text)
    expect(frame).toMatchObject({ kind: 'invalid', id })
    expect(frame.kind === 'invalid' && frame.error.rpc.data).toBe(data)
  })

  test('error: extremely deep nesting', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(
      readFrame(`{"id":12345678901234567890,"jsonrpc":"2.0","method":"m","params":${deep}}`),
    ).toMatchObject({
      method: 'm',
    })
    expect(readFrame('['.repeat(500_000))).toMatchObject({ kind: 'invalid' })
  })

  test('behavior: never throws on arbitrary text, and every ID is valid JSON', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record(
          {
            id: fc.oneof(fc.bigInt(), fc.string(), fc.double(), fc.jsonValue()),
            jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
            method: fc.oneof(fc.constant('irn_publish'), fc.jsonValue()),
            params: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((value) =>
          JSON.stringify(value, (_, item: unknown) =>
            typeof item === 'bigint'
              ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(`${item}`)
              : item,
          ),
        ),
    )
    fc.assert(
      fc.property(text, (input) => {
        const frame = readFrame(input)
        if (frame.kind !== 'response') JSON.parse(frame.id)
      }),
      { numRuns: runs },
    )
  })
})
