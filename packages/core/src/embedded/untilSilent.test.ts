import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { deferred, testKit } from '../testing/index.ts'
import { FrameTimeoutError } from './errors.ts'
import { untilSilent } from './untilSilent.ts'

const request = { type: 'CONNECT_SOCIAL', milliseconds: 30_000 } as const

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Runs a request that ends with its signal, in a kit whose frame shows what the test sets. */
function run() {
  const { kit } = testKit({ walletUrl: 'https://wallet.test' })
  onTestFinished(() => kit.destroy())
  const answer = deferred<string>()
  const result = untilSilent(kit, request, (signal) => {
    signal.addEventListener('abort', () => answer.reject(new Error('aborted')))
    return answer.promise
  })
  const outcome = result.catch((error: unknown) => error)
  const show = (view: 'none' | 'code') =>
    kit.store.setState({
      embedded: { email: undefined, login: { step: 'none' }, requests: [], surface: { view, height: 0 } },
    })
  return { answer, outcome, show }
}

describe('untilSilent', () => {
  test('error: a frame that shows nothing for the time', async () => {
    const { outcome } = run()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await outcome).toBeInstanceOf(FrameTimeoutError)
  })

  test('behavior: a visitor who is asked something has as long as it takes; then the time begins again', async () => {
    const { outcome, show } = run()
    await vi.advanceTimersByTimeAsync(29_000)
    show('code')
    await vi.advanceTimersByTimeAsync(600_000)
    show('none')
    await vi.advanceTimersByTimeAsync(29_000)
    // Another change of the state is no sign of the frame.
    show('none')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await outcome).toBeInstanceOf(FrameTimeoutError)
  })

  test('behavior: the answer, and the error of the frame, are passed on', async () => {
    const answered = run()
    answered.answer.resolve('done')
    expect(await answered.outcome).toBe('done')
    const failed = run()
    const error = new Error('refused')
    failed.answer.reject(error)
    expect(await failed.outcome).toBe(error)
  })
})
