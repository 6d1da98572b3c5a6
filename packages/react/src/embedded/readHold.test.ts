import { BaseError } from '@portico/protocol'
import { expect, test } from 'vitest'
import { readHold } from './readHold.ts'

const held = (retryAfter?: number) =>
  Object.assign(new BaseError('x', { code: 'device-held' }), { retryAfter })

test.each([
  [1, '1 hour'],
  [3600, '1 hour'],
  [3661, '2 hours'],
  [72 * 3600, '72 hours'],
  [72 * 3600 + 1, '72 hours'],
])('behavior: %i seconds are %s', (seconds, text) => {
  expect(readHold(held(seconds))).toBe(text)
})

test('behavior: another error, and a wait of unknown length', () => {
  for (const error of [held(), new BaseError('x', { code: 'failed' }), new Error('x'), undefined])
    expect(readHold(error)).toBeUndefined()
})
