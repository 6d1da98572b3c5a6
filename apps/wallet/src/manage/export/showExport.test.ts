// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ServerError } from '../../session/ServerError.ts'
import { showExport } from './showExport.ts'

const words = 'test test test test test test test test test test test junk'
const privateKey = `0x${'ac'.repeat(32)}`
const address = `0x${'a'.repeat(40)}`
const solanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
const open = vi.fn()
const runExport = vi.fn()
const onBack = vi.fn()
let root: HTMLElement

beforeEach(() => {
  vi.resetAllMocks()
  vi.useFakeTimers()
  open.mockResolvedValue({})
  runExport.mockResolvedValue({ address, solanaAddress, words, privateKey })
  root = document.createElement('main')
  document.body.replaceChildren(root)
  const reveal = async () => runExport({ name: 'reveal', ...(await open('words')) })
  void showExport({ root, reveal, onBack })
})
afterEach(() => vi.useRealTimers())

const button = (name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
const hasSecret = () => /junk|acac/.test(document.documentElement.outerHTML)

describe('showExport', () => {
  test('behavior: asks the servers for nothing before ten seconds have passed', async () => {
    for (let second = 10; second > 0; second -= 1) {
      expect(root.textContent).toContain(second === 1 ? 'in one second' : `in ${second} seconds`)
      expect(open).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(open.mock.calls).toEqual([['words']])
  })

  test('behavior: cancelling during the pause asks the servers for nothing', async () => {
    await vi.advanceTimersByTimeAsync(9000)
    button('Cancel').click()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onBack).toHaveBeenCalledOnce()
    expect([open.mock.calls, runExport.mock.calls]).toEqual([[], []])
  })

  test.each([
    ['Hold to show the twelve words', 'junk'],
    ['Hold to show the private key', privateKey],
  ])('behavior: "%s" puts the secret into the document only while it is held', async (name, secret) => {
    await vi.advanceTimersByTimeAsync(10_000)
    expect(root.textContent).toContain(`They open ${address}.`)
    expect(root.textContent).toContain(`The words also open the Solana account ${solanaAddress}.`)
    expect(hasSecret()).toBe(false)
    for (const [start, end] of [
      [new Event('pointerdown'), 'pointerup'],
      [new KeyboardEvent('keydown', { key: 'Enter' }), 'keyup'],
    ] as const) {
      button(name).dispatchEvent(start)
      expect(root.textContent).toContain(secret)
      button(name).dispatchEvent(new Event(end))
      expect(hasSecret()).toBe(false)
    }
    button(name).dispatchEvent(new Event('pointerdown'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(hasSecret()).toBe(false)
  })

  test('behavior: draws nothing after the visitor has left', async () => {
    open.mockReturnValue(new Promise((resolve) => setTimeout(() => resolve({}), 5000)))
    await vi.advanceTimersByTimeAsync(10_000)
    root.replaceChildren()
    await vi.advanceTimersByTimeAsync(5000)
    expect(runExport).toHaveBeenCalledOnce()
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })

  test.each([
    [
      { code: 'device-too-new', until: '2030-01-02T03:04:05.000Z' },
      /^This browser is new to your wallet.*2030/,
    ],
    [{ code: 'grant-invalid' }, /^That took more than ten minutes/],
    [{ code: 'unheard-of' }, /^That did not work/],
  ])('error: says why the servers refused: %o', async (problem, text) => {
    const fields = { type: 'about:blank', title: 'no', status: 403, requestId: 'r', retryable: false }
    open.mockRejectedValue(new ServerError({ ...fields, ...problem } as never))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(root.querySelector('[role=status]')?.textContent).toMatch(text)
    expect(runExport).not.toHaveBeenCalled()
  })
})
