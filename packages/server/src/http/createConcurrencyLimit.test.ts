import { describe, expect, test } from 'vitest'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'

describe('createConcurrencyLimit', () => {
  test('behavior: allows `max` at a time; keys are independent, and what has ended is free again', () => {
    const limit = createConcurrencyLimit({ max: 2 })
    const leave = limit.enter('a')
    expect([limit.enter('a') !== undefined, limit.enter('a'), limit.enter('a')]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect(limit.enter('b')).toBeTypeOf('function')
    leave?.()
    expect([limit.enter('a') !== undefined, limit.enter('a')]).toEqual([true, undefined])
  })

  test('behavior: ending the same use twice frees one place', () => {
    const limit = createConcurrencyLimit({ max: 2 })
    const leave = limit.enter('a')
    limit.enter('a')
    leave?.()
    leave?.()
    expect([limit.enter('a') !== undefined, limit.enter('a')]).toEqual([true, undefined])
  })
})
