import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTimeouts } from './createTimeouts.ts'

describe('createTimeouts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('behavior: calls in time, in any order, with one timer; none is left over', () => {
    const { start } = createTimeouts({ stepMs: 20 })
    const called: string[] = []
    start(100, () => called.push('late'))
    start(30, () => called.push('early'))
    const stop = start(30, () => called.push('never'))
    expect(vi.getTimerCount()).toBe(1)
    stop()
    vi.advanceTimersByTime(29)
    expect(called).toEqual([])
    vi.advanceTimersByTime(21)
    expect(called).toEqual(['early'])
    vi.advanceTimersByTime(70)
    expect(called).toEqual(['early', 'late'])
    expect(vi.getTimerCount()).toBe(0)
    start(1, () => called.push('again'))
    vi.advanceTimersByTime(1)
    expect(called).toEqual(['early', 'late', 'again'])
  })

  test('behavior: a function may start another timeout', () => {
    const { start } = createTimeouts({ stepMs: 20 })
    const called: number[] = []
    start(20, () => start(40, () => called.push(2)))
    vi.advanceTimersByTime(59)
    expect(called).toEqual([])
    vi.advanceTimersByTime(21)
    expect(called).toEqual([2])
  })
})
