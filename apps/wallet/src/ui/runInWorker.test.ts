// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runInWorker } from './runInWorker.ts'

/** The worker that was started last. */
let started: { onmessage?(event: object): void; onerror?(): void; sent?: unknown; isTerminated: boolean }

class FakeWorker {
  isTerminated = false
  sent: unknown
  constructor() {
    started = this
  }
  postMessage(sent: unknown): void {
    this.sent = sent
  }
  terminate(): void {
    this.isTerminated = true
  }
}
vi.stubGlobal('Worker', FakeWorker)
afterEach(() => expect(started.isTerminated).toBe(true))

const run = runInWorker<string, string, string>({
  url: '/worker.js',
  name: 'test',
  toError: (failure = 'other') => new Error(failure),
})

describe('runInWorker', () => {
  test('behavior: resolves with the worker’s value, and ends the worker', async () => {
    const result = run('task')
    expect(started.sent).toBe('task')
    expect(started.isTerminated).toBe(false)
    started.onmessage?.({ data: { value: 'done' } })
    expect(await result).toBe('done')
  })

  test('error: a failure of the task', async () => {
    const result = run('task')
    started.onmessage?.({ data: { failure: 'broken' } })
    await expect(result).rejects.toThrow('broken')
  })

  test('error: a worker that stops halfway is ended as well', async () => {
    const result = run('task')
    started.onerror?.()
    await expect(result).rejects.toThrow('other')
  })
})
