import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getRpcCode, RpcError } from '../index.ts'

describe('getRpcCode', () => {
  test.each<[string, unknown, number | undefined]>([
    ['a plain answer', { code: -32601 }, -32601],
    ['our own error', new RpcError({ rpcCode: 4902 }), 4902],
    ['a number as text', { code: '4001' }, 4001],
    ['geth: execution reverted', { code: 3, message: 'execution reverted' }, 3],
    ['a cause', new Error('x', { cause: { code: 4100 } }), 4100],
    ['the original inside', { code: -32603, data: { originalError: { code: 4902 } } }, 4902],
    ['ethers', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }, 4001],
    ['internal error alone', { code: -32603 }, -32603],
    ['the nearest number', { code: 4200, cause: { code: 4001 } }, 4200],
    ['a word', { code: 'ECONNREFUSED' }, undefined],
    ['a fraction', { code: 1.5 }, undefined],
    ['an aborted request', new DOMException('aborted', 'AbortError'), undefined],
    ['a text', 'User rejected', undefined],
    ['nothing', undefined, undefined],
  ])('behavior: %s', (_, error, code) => {
    expect(getRpcCode(error)).toBe(code)
  })

  test('behavior: ends with circular and deeply nested causes', () => {
    const circle: Record<string, unknown> = {}
    circle.cause = circle
    expect(getRpcCode(circle)).toBeUndefined()
    let deep: object = { code: 4001 }
    for (let index = 0; index < 10_000; index++) deep = { cause: deep }
    expect(getRpcCode(deep)).toBeUndefined()
  })

  test('error: never throws', () => {
    const hostile = {
      get code() {
        throw new Error('touched')
      },
      cause: { code: 4001 },
    }
    expect(getRpcCode(hostile)).toBe(4001)
    fc.assert(fc.property(fc.anything(), (value) => void getRpcCode(value)))
  })
})
