import { expect, test, vi } from 'vitest'
import { pollUntil } from './pollUntil.ts'

test('behavior: polls until the check succeeds, also through failures', async () => {
  const isDone = vi
    .fn<() => Promise<boolean>>()
    .mockResolvedValueOnce(false)
    .mockRejectedValueOnce(new Error('temporarily unreachable'))
    .mockResolvedValueOnce(true)
  await pollUntil({ isDone, signal: new AbortController().signal, firstDelayMs: 1, maxDelayMs: 2 })
  expect(isDone).toHaveBeenCalledTimes(3)
})

test('error: rejects with the reason of the signal', async () => {
  const abort = new AbortController()
  const polling = pollUntil({
    isDone: async () => false,
    signal: abort.signal,
    firstDelayMs: 60_000,
    maxDelayMs: 60_000,
  })
  abort.abort(new Error('stopped'))
  await expect(polling).rejects.toThrow('stopped')
})
