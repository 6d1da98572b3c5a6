import { expect, test, vi } from 'vitest'
import { createLazy } from './createLazy.ts'

test('behavior: loads once, and is used before that only by who loads it', async () => {
  const start = vi.fn(async () => 'part')
  const use = vi.fn()
  const lazy = createLazy(start)
  lazy.ifStarted(use)
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual(['part', 'part'])
  expect(start).toHaveBeenCalledOnce()
  expect(use).not.toHaveBeenCalled()
  lazy.ifStarted(use)
  await Promise.resolve()
  expect(use).toHaveBeenCalledExactlyOnceWith('part')
})

test('error: a failure is passed on, and the next call tries again', async () => {
  const start = vi.fn(async () => 'part')
  start.mockRejectedValueOnce(new Error('offline'))
  const lazy = createLazy(start)
  const loading = lazy.load()
  lazy.ifStarted(() => expect.fail('not loaded'))
  await expect(loading).rejects.toThrow('offline')
  expect(await lazy.load()).toBe('part')
})
