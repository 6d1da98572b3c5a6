import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameHost } from '../../test/createFrameHost.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A promise that the test settles. */
function later() {
  let settle: { resolve(): void; reject(error: unknown): void } | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, resolve: () => settle?.resolve(), reject: (error: unknown) => settle?.reject(error) }
}

/** Starts a frame whose visitor types when `type` is called, and whose servers then answer when `answer` is called. */
function open() {
  const typed = later()
  const answered = later()
  let isHeld = true
  const { handlers, events } = createFrameHost({
    enterCode: async () => (isHeld ? typed.promise : undefined),
    checkCode: async () => (isHeld ? answered.promise : undefined),
  })
  const request = { id: 'a'.repeat(32) }
  const late = () => events.filter((event) => (event as { type: string }).type === 'CODE_TIMED_OUT')
  async function logIn(): Promise<unknown> {
    await handlers.CONNECT_EMAIL({ email: 'ada@example.org' }, request)
    await handlers.CONNECT_DEVICE(undefined, request)
    return handlers.CONNECT_OTP(undefined, request)
  }
  async function changeAddress(step: 'PRIMARY' | 'SECONDARY'): Promise<unknown> {
    isHeld = false
    await logIn()
    await handlers.UPDATE_EMAIL({ email: 'ada@new.example' }, request)
    isHeld = true
    return handlers[`UPDATE_EMAIL_${step}_OTP`](undefined, request)
  }
  return {
    logIn,
    changeAddress,
    late,
    type: typed.resolve,
    answer: answered.resolve,
    refuse: answered.reject,
  }
}

type Frame = ReturnType<typeof open>

describe('reportLateCodes', () => {
  test.each<[string, (frame: Frame) => Promise<unknown>]>([
    ['a login', ({ logIn }) => logIn()],
    ['the current address', ({ changeAddress }) => changeAddress('PRIMARY')],
    ['the new address', ({ changeAddress }) => changeAddress('SECONDARY')],
  ])('error: a code of %s that is not checked within thirty seconds of its submission', async (_, start) => {
    const frame = open()
    const step = start(frame)
    // Nothing times out while the visitor types.
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    frame.type()
    await vi.advanceTimersByTimeAsync(29_900)
    expect(frame.late()).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(frame.late()).toEqual([{ type: 'CODE_TIMED_OUT', payload: {} }])
    frame.answer()
    await step
    await vi.advanceTimersByTimeAsync(60_000)
    expect(frame.late()).toHaveLength(1)
  })

  test('behavior: a code that is accepted or refused in time is not reported', async () => {
    const [accepted, refused] = [open(), open()]
    const steps = [accepted.logIn(), refused.logIn()]
    const outcome = Promise.allSettled(steps)
    await vi.advanceTimersByTimeAsync(1)
    accepted.type()
    refused.type()
    await vi.advanceTimersByTimeAsync(29_000)
    accepted.answer()
    refused.refuse(new Error('wrong'))
    expect((await outcome).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect([...accepted.late(), ...refused.late()]).toEqual([])
  })
})
