// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSecondsUntil } from './useSecondsUntil.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('behavior: counts down to zero, and changes when a whole second is over', () => {
  const time = Date.now() + 2400
  const { result } = renderHook(() => useSecondsUntil(time))
  expect(result.current).toBe(3)
  pass(399)
  expect(result.current).toBe(3)
  pass(1)
  expect(result.current).toBe(2)
  pass(1000)
  expect(result.current).toBe(1)
  pass(1000)
  expect(result.current).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('behavior: countdowns to one time that start at different moments change together', () => {
  const time = Date.now() + 5000
  const first = renderHook(() => useSecondsUntil(time))
  pass(1300)
  const second = renderHook(() => useSecondsUntil(time))
  for (const seconds of [4, 3, 2, 1, 0]) {
    expect([first.result.current, second.result.current]).toEqual([seconds, seconds])
    pass(seconds === 4 ? 700 : 1000)
  }
})

test('behavior: a new time starts another countdown', () => {
  const now = Date.now()
  const { result, rerender } = renderHook(({ time }) => useSecondsUntil(time), {
    initialProps: { time: now },
  })
  expect(result.current).toBe(0)
  rerender({ time: now + 30_000 })
  expect(result.current).toBe(30)
  pass(1000)
  expect(result.current).toBe(29)
})
