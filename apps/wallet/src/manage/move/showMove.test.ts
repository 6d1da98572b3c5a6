// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { MoveOffer } from '../../move/createMoveOffer.ts'
import { ServerError } from '../../session/ServerError.ts'
import { showMove } from './showMove.ts'

const over = () => new ServerError({ title: 'Over', status: 404, code: 'move-over' } as never)
const onSessionOver = vi.fn()
const onBack = vi.fn()
let root: HTMLElement
let offers: { link: string; fail(error: Error): void; cancel: ReturnType<typeof vi.fn> }[]

beforeEach(() => {
  vi.resetAllMocks()
  vi.useFakeTimers()
  offers = []
  root = document.createElement('main')
  document.body.replaceChildren(root)
})
afterEach(() => vi.useRealTimers())

/** Starts an offer whose device never opens the link. */
async function startOffer(): Promise<MoveOffer> {
  const link = `https://wallet.example/take#${offers.length}`
  const cancel = vi.fn(async () => undefined)
  const opened = new Promise<void>((_, reject) => {
    offers.push({ link, fail: reject, cancel })
  })
  return { link, cancel, waitForDevice: () => opened } as unknown as MoveOffer
}
const start = () => void showMove({ root, startOffer, onSessionOver, onBack })
const expire = async () => {
  await vi.advanceTimersByTimeAsync(121_000)
  offers.at(-1)?.fail(over())
  await vi.advanceTimersByTimeAsync(0)
}
const button = (name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name)

describe('showMove', () => {
  test('behavior: an expired code is renewed in place, says so, and keeps the focus', async () => {
    start()
    await vi.advanceTimersByTimeAsync(0)
    const [heading, qr] = [root.querySelector('h1'), root.querySelector('svg')?.outerHTML]
    button('Copy link')?.focus()
    await expire()
    expect(offers).toHaveLength(2)
    expect(root.querySelector('code')?.textContent).toBe(offers[1]?.link)
    expect(root.querySelector('svg')?.outerHTML).not.toBe(qr)
    expect([...root.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContain(
      'The code had expired. This is a new one, valid for two minutes. Scan it, or open the new link.',
    )
    expect(root.querySelector('h1')).toBe(heading)
    expect(document.activeElement).toBe(button('Copy link'))
    button('Cancel')?.click()
    expect(offers[1]?.cancel).toHaveBeenCalledOnce()
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('behavior: a page that was left alone stops renewing, and says what to do', async () => {
    start()
    await vi.advanceTimersByTimeAsync(0)
    for (let round = 0; round < 8; round += 1) await expire()
    expect(offers).toHaveLength(6)
    expect(root.textContent).toContain('The code has expired, or the move was cancelled.')
    expect(button('Start again')).toBeDefined()
  })

  test('error: a move that ended early, such as in another tab, is not started again by itself', async () => {
    start()
    await vi.advanceTimersByTimeAsync(20_000)
    offers[0]?.fail(over())
    await vi.advanceTimersByTimeAsync(0)
    expect(offers).toHaveLength(1)
    expect(button('Start again')).toBeDefined()
  })

  test('error: only the end of the session logs out', async () => {
    for (const code of ['jwt-not-yet-valid', 'statement-invalid', 'session-expired']) {
      start()
      await vi.advanceTimersByTimeAsync(0)
      expect(onSessionOver).not.toHaveBeenCalled()
      offers.at(-1)?.fail(new ServerError({ title: 'Refused', status: 401, code } as never))
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(onSessionOver).toHaveBeenCalledOnce()
  })
})
