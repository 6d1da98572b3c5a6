import { describe, expect, test } from 'vitest'
import { createCircuitBreaker } from './createCircuitBreaker.ts'
import { ProviderBusyError } from './ProviderBusyError.ts'

describe('createCircuitBreaker', () => {
  const failing = () => Promise.reject(new Error('down'))

  test('behavior: opens after five failures, then allows a single trial call', async () => {
    let now = 0
    const breaker = createCircuitBreaker({ provider: { id: 'a', cost: 1, rate: null }, now: () => now })
    for (let count = 0; count < 5; count++) await expect(breaker(failing)).rejects.toThrow('down')
    let calls = 0
    const ask = async () => ++calls
    await expect(breaker(ask)).rejects.toThrow(ProviderBusyError)
    now += 30_000
    let release = () => {}
    const trial = breaker(() => new Promise<number>((resolve) => (release = () => resolve(1))))
    // Only one trial call at a time.
    await expect(breaker(ask)).rejects.toThrow(ProviderBusyError)
    release()
    await trial
    expect([await breaker(ask), calls]).toEqual([1, 1])
  })

  test('behavior: a failed trial call opens it again', async () => {
    let now = 0
    const breaker = createCircuitBreaker({ provider: { id: 'a', cost: 1, rate: null }, now: () => now })
    for (let count = 0; count < 5; count++) await breaker(failing).catch(() => {})
    now += 30_000
    await expect(breaker(failing)).rejects.toThrow('down')
    await expect(breaker(async () => 1)).rejects.toThrow(ProviderBusyError)
  })

  test('behavior: limits the rate, with a burst of five seconds', async () => {
    let now = 0
    const breaker = createCircuitBreaker({ provider: { id: 'a', cost: 2, rate: 4 }, now: () => now })
    const ask = async () => 1
    for (let count = 0; count < 10; count++) await breaker(ask)
    await expect(breaker(ask)).rejects.toMatchObject({ reason: 'budget' })
    now += 500
    await breaker(ask)
    await expect(breaker(ask)).rejects.toThrow(ProviderBusyError)
  })
})
