import { RpcError } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import { readRangeLimit } from './readRangeLimit.ts'

describe('readRangeLimit', () => {
  test.each([
    ['block range too large, currently limited to 300', 300],
    ['Block range too large; currently limited to 100 blocks', 100],
    ['limited to 5000', 1000],
    ['limited to 0', 1000],
    ['range too wide', 1000],
  ])('behavior: %j: %d', (message, expected) => {
    expect(readRangeLimit(new RpcError({ rpcCode: -32602, message }), 1000)).toBe(expected)
  })

  test('error: another error returns the fallback', () => {
    expect(readRangeLimit(new Error('limited to 5'), 1000)).toBe(1000)
  })
})
