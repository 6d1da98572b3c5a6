// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../approve/Question.ts'
import { WindowClosedError } from '../approve/WindowClosedError.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { runWindow } from './runWindow.ts'

const question: Question = {
  origin: 'http://localhost:4400',
  claimedName: undefined,
  notice: undefined,
  canBlock: false,
  description: {
    name: 'signature',
    title: 'Sign a message',
    text: 'Hello',
    facts: [],
    details: [],
    raw: '0x',
    warnings: [],
    risk: 'low',
  },
}
/** The gateway is not used while the window can reach its frame. */
const gateway = vi.fn(async () => {
  throw new Error('must not be called')
})
const { MessageChannel: Channel } =
  await vi.importActual<typeof import('node:worker_threads')>('node:worker_threads')

/** The frame's window, and the window that it opens, which sends messages to the frame. */
function open() {
  vi.stubGlobal('MessageChannel', Channel)
  const opened = { closed: false }
  const names: string[] = []
  vi.spyOn(window, 'open').mockImplementation((_url, name) => {
    names.push(`${name}`)
    return opened as unknown as Window
  })
  /** Dispatches a message to the frame. */
  const say = (
    data: unknown,
    ports: unknown[],
    { source = opened as unknown, origin = location.origin } = {},
  ) => {
    const event = new Event('message')
    Object.assign(event, { data, ports, source, origin })
    window.dispatchEvent(event)
  }
  const opener = {
    postMessage: (data: unknown, target: string, ports: unknown[]) => say(data, ports, { origin: target }),
  }
  return { opened, names, say, opener: opener as unknown as Window }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  document.body.replaceChildren()
})
const body = () => document.body

describe('openWalletWindow', () => {
  test('behavior: the question is shown in the window, and the answer is returned', async () => {
    const { opener, names } = open()
    const made = openWalletWindow(question, { gateway })
    runWindow({ opener, body: body() })
    await vi.waitFor(() => expect(body().textContent).toContain('Sign a message'))
    expect(body().textContent).toContain('asked by localhost:4400')
    expect(names[0]).toMatch(/^[0-9a-f]{32}$/)
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reject')?.click()
    expect(await made.decision).toBe('rejected')
    expect(body().textContent).toContain('You can close this window')
    made.close()
  })

  test.each(['light', 'dark', undefined] as const)(
    'behavior: the window follows the theme of the frame: %s',
    async (theme) => {
      const { opener } = open()
      const { dataset } = document.documentElement
      if (theme) dataset.theme = theme
      const made = openWalletWindow(question, { gateway })
      delete dataset.theme
      runWindow({ opener, body: body() })
      await vi.waitFor(() => expect(body().textContent).toContain('Sign a message'))
      expect(dataset.theme).toBe(theme)
      delete dataset.theme
      made.close()
      await vi.waitFor(() => expect(document.querySelector('.brand.done')).not.toBeNull())
    },
  )

  test('behavior: the window says when the request has ended', async () => {
    const { opener } = open()
    const made = openWalletWindow(question, { gateway })
    runWindow({ opener, body: body() })
    await vi.waitFor(() => expect(body().textContent).toContain('Sign a message'))
    made.close()
    await vi.waitFor(() => expect(body().textContent).toContain('Done.'))
  })

  test('behavior: a slow window is still accepted after the handoff has started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { opener } = open()
    const made = openWalletWindow(question, { gateway })
    vi.advanceTimersByTime(1001)
    vi.useRealTimers()
    await vi.waitFor(() => expect(gateway).toHaveBeenCalled())
    gateway.mockClear()
    runWindow({ opener, body: body() })
    await vi.waitFor(() => expect(body().textContent).toContain('Sign a message'))
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reject')?.click()
    expect(await made.decision).toBe('rejected')
    made.close()
  })

  test('error: messages of other windows and origins are ignored', async () => {
    const { say } = open()
    const made = openWalletWindow(question, { gateway })
    const received: unknown[] = []
    for (const change of [
      { source: window },
      { source: null },
      { origin: 'http://localhost:4400' },
      { origin: 'null' },
    ]) {
      const { port1, port2 } = new Channel()
      port1.on('message', (message) => received.push(message))
      say({ t: 'wallet-window' }, [port2], change)
      port1.postMessage({ t: 'decision', decision: 'approved' })
      setTimeout(() => port1.close(), 50)
    }
    const { port1, port2 } = new Channel()
    say({ t: 'hello' }, [port2])
    say({ t: 'wallet-window' }, [])
    port1.close()
    expect(await Promise.race([made.decision, new Promise((done) => setTimeout(done, 100, 'open'))])).toBe(
      'open',
    )
    expect(received).toEqual([])
    made.close()
  })

  test('error: malformed answers are ignored', async () => {
    const { say } = open()
    const made = openWalletWindow(question, { gateway })
    const { port1, port2 } = new Channel()
    say({ t: 'wallet-window' }, [port2])
    for (const answer of [{ decision: 'approved' }, { t: 'decision', decision: 'yes' }, 'approved', null])
      port1.postMessage(answer)
    expect(await Promise.race([made.decision, new Promise((done) => setTimeout(done, 100, 'open'))])).toBe(
      'open',
    )
    port1.postMessage({ t: 'decision', decision: 'blocked' })
    expect(await made.decision).toBe('blocked')
    made.close()
    port1.close()
  })

  test('error: the window was closed', async () => {
    const { opened, opener } = open()
    const made = openWalletWindow(question, { gateway })
    runWindow({ opener, body: body() })
    await vi.waitFor(() => expect(body().textContent).toContain('Sign a message'))
    opened.closed = true
    await expect(made.decision).rejects.toThrow(WindowClosedError)
    expect(made.isIsolated).toBe(false)
    expect(gateway).not.toHaveBeenCalled()
    made.close()
    await vi.waitFor(() => expect(body().textContent).toContain('Done.'))
  })
})

describe('runWindow', () => {
  test('error: a window without an opener, or with one that does not respond', async () => {
    runWindow({ opener: null, body: body() })
    await vi.waitFor(() => expect(body().textContent).toContain('has no open request'))
    expect(document.querySelector('.brand.done')).toBeNull()
    vi.useFakeTimers()
    open()
    const silent = { postMessage() {} } as unknown as Window
    body().replaceChildren()
    runWindow({ opener: silent, body: body() })
    vi.advanceTimersByTime(5001)
    expect(body().textContent).toContain('has no open request')
  })
})
