import { BaseError } from '@portico/protocol'
import { expect, test } from 'vitest'
import { toLoginFailure } from './toLoginFailure.ts'

test.each([
  ['transaction-expired', 'expired'],
  ['frame-timeout', 'expired'],
  ['code-burnt', 'burnt'],
  ['digits-burnt', 'digits'],
  ['device-refused', 'refused'],
  ['rate-limited', 'limited'],
  ['unreachable', 'unreachable'],
  ['device-held', 'held'],
  ['anything', 'failed'],
])('behavior: %s is explained as %s', (code, failure) => {
  expect(toLoginFailure(new BaseError('x', { code }))).toBe(failure)
})

test('behavior: an unexpected error is explained as failed', () => {
  expect(toLoginFailure(new Error('x'))).toBe('failed')
})
