import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mapLimited } from './mapLimited.ts'

describe('mapLimited', () => {
  test('behavior: at most `limit` calls run at once, and results keep their order', async () => {
    let open = 0
    let most = 0
    const values = await mapLimited({
      items: Array.from({ length: 50 }, (_, index) => index),
      limit: 7,
      timeoutMs: 60_000,
      async map(item) {
        most = Math.max(most, ++open)
        await new Promise((resolve) => setImmediate(resolve))
        open--
        return item * 2
      },
    })
    expect(most).toBe(7)
    expect(values).toEqual(Array.from({ length: 50 }, (_, index) => index * 2))
  })

  test('behavior: after the timeout, pending results are undefined and no call starts', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const begun: number[] = []
    const mapped = mapLimited({
      items: [1, 2, 3, 4],
      limit: 2,
      timeoutMs: 9000,
      map(item) {
        begun.push(item)
        return item === 1 ? Promise.resolve(item) : new Promise<number>(() => undefined)
      },
    })
    await vi.advanceTimersByTimeAsync(9000)
    expect(await mapped).toEqual([1, undefined, undefined, undefined])
    expect(begun).toEqual([1, 2, 3])
  })

  test('error: rejects if one call rejects', async () => {
    const map = () => Promise.reject(new Error('broken'))
    await expect(mapLimited({ items: [1], limit: 1, timeoutMs: 1000, map })).rejects.toThrow('broken')
  })
})
