import { describe, expect, test } from 'vitest'
import { GatewayError } from './GatewayError.ts'
import { refetchAfter } from './refetchAfter.ts'

describe('refetchAfter', () => {
  test.each([
    ['success', null, 30_000],
    ['pending', null, 30_000],
    ['error', new Error('x'), 4000],
    ['error', new GatewayError({ status: 503 }), 4000],
    ['error', new GatewayError({ status: 429, retryAfterMs: 1000 }), 4000],
    ['error', new GatewayError({ status: 429, retryAfterMs: 60_000 }), 60_000],
  ])('behavior: %s, %s: %i ms', (status, error, expected) => {
    expect(refetchAfter(30_000)({ state: { status, error } })).toBe(expected)
  })

  test('param: no lifetime', () => {
    expect(refetchAfter(false)({ state: { status: 'success', error: null } })).toBe(false)
  })
})
