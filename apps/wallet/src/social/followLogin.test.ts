// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SocialOutcome, SocialTicket } from '../session/createSocialLogin.ts'
import type { Surface, SurfaceView } from '../ui/Surface.ts'
import { followLogin } from './followLogin.ts'
import { readFragment, socialAnswer, toFragment } from './socialMessages.ts'

const site = 'https://wallet.example'
const challenge = 'c'.repeat(43)
const ticket: SocialTicket = {
  provider: 'google',
  tx: `tx_${'t'.repeat(22)}`,
  ticket: 'k'.repeat(43),
  introduction: 'i'.repeat(43),
  jkt: 'j'.repeat(43),
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Follows a login in a frame. `end` ends it at the provider. */
function follow({ ticket: given = ticket }: { ticket?: SocialTicket } = {}) {
  let shown: SurfaceView | undefined
  const surface: Surface = {
    show(view) {
      shown = view
      document.body.replaceChildren(view.element)
    },
    hide() {
      shown = undefined
      document.body.replaceChildren()
    },
  }
  let end: ((outcome: SocialOutcome) => void) | undefined
  let onOpened: (() => void) | undefined
  const opened: string[] = []
  const targets: unknown[] = []
  const cancel = vi.fn()
  const frame = new EventTarget() as Window & EventTarget
  frame.open = (url, target) => {
    opened.push(`${url}`)
    targets.push(target)
    return null
  }
  const login = followLogin(
    {
      ticket: given,
      waitForResult(call) {
        onOpened = call
        return new Promise((resolve) => {
          end = resolve
        })
      },
    },
    { window: frame, site, host: 'shop.example', surface, cancel },
  )
  /** Sends a hello, and returns what was answered on its port. */
  function say(
    data: unknown = { type: 'portico/social-hello', challenge },
    { origin = site, ports = 1 }: { origin?: string; ports?: number } = {},
  ): unknown[] {
    const answers: unknown[] = []
    const port = { postMessage: (message: unknown) => void answers.push(message) }
    const event = new Event('message')
    Object.assign(event, { data, origin, ports: Array(ports).fill(port), source: {} })
    frame.dispatchEvent(event)
    return answers
  }
  return {
    login,
    say,
    opened,
    targets,
    cancel,
    end: (outcome: SocialOutcome) => end?.(outcome),
    onOpened: () => onOpened?.(),
    view: () => shown?.name,
  }
}
const button = () => document.querySelector('button')

describe('followLogin', () => {
  test('behavior: the first hello of our own page gets the ticket, and no step is shown', async () => {
    const { say, view, end, login } = follow()
    expect(say()).toEqual([{ type: 'portico/social', challenge, ...ticket }])
    vi.advanceTimersByTime(60_000)
    expect(view()).toBeUndefined()
    end({ uri: `${site}/social?result=${ticket.tx}` })
    expect(await login.result).toEqual({ uri: `${site}/social?result=${ticket.tx}` })
  })

  test('behavior: both ways give the window the gateway’s introduction, if it has a leg of its own', () => {
    const both = { ...ticket, provider: 'github' as const, second: 's'.repeat(43) }
    expect(follow({ ticket: both }).say()).toEqual([{ type: 'portico/social', challenge, ...both }])
    const { opened } = follow({ ticket: both })
    vi.advanceTimersByTime(3000)
    button()?.click()
    expect(readFragment(new URL(`${opened[0]}`).hash)).toEqual(both)
  })

  test('error: a second hello gets no answer', () => {
    const { say } = follow()
    expect(say()).toHaveLength(1)
    expect(say()).toEqual([])
    expect(say({ type: 'portico/social-hello', challenge: 'd'.repeat(43) })).toEqual([])
  })

  test.each([
    'https://shop.example',
    'https://wallet.example.evil.example',
    'http://wallet.example',
    'https://wallet.example:444',
    'null',
    '',
  ])('error: a hello of the origin "%s" gets no answer, and does not use up the ticket', (origin) => {
    const { say } = follow()
    expect(say(undefined, { origin })).toEqual([])
    expect(say()).toHaveLength(1)
  })

  test('error: other messages, and a hello with no port or two, get no answer', () => {
    const { say } = follow()
    for (const data of [
      undefined,
      'portico/social-hello',
      { type: 'portico/social-hello' },
      { type: 'portico/social-hello', challenge: 'short' },
      { type: 'portico/social-hello', challenge, more: 1 },
      { type: 'portico/social', challenge },
    ])
      expect(say(data === undefined ? null : data)).toEqual([])
    expect(say(undefined, { ports: 0 })).toEqual([])
    expect(say(undefined, { ports: 2 })).toEqual([])
    expect(say()).toHaveLength(1)
  })

  test('error: nothing is answered once the login has ended or was cancelled', async () => {
    const ended = follow()
    ended.end({ reason: 'refused' })
    expect(await ended.login.result).toEqual({ reason: 'refused' })
    expect(ended.say()).toEqual([])
    ended.login.close()
    expect(ended.cancel).not.toHaveBeenCalled()

    const cancelled = follow()
    cancelled.login.close()
    expect(cancelled.say()).toEqual([])
    expect(cancelled.cancel).toHaveBeenCalledOnce()
  })

  test('behavior: without a hello within three seconds the frame offers to open the window itself', () => {
    const { view, opened, onOpened, say } = follow()
    vi.advanceTimersByTime(2999)
    expect(view()).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(view()).toBe('social')
    expect(document.querySelector('h1')?.textContent).toBe('Log in with Google')
    expect(document.activeElement).toBe(document.querySelector('h1'))
    expect(document.body.textContent).toContain('shop.example')
    expect(button()?.textContent).toBe('Continue to Google')
    expect(opened).toEqual([])
    button()?.click()
    expect(document.querySelector('[role="status"]')?.textContent).toContain(
      'Continue in the window of Google',
    )
    const url = new URL(`${opened[0]}`)
    expect([url.origin, url.pathname, url.search]).toEqual([site, '/social', '?provider=google'])
    expect(readFragment(url.hash)).toEqual(ticket)
    // Only the window that was opened here has the ticket now.
    expect(say()).toEqual([])
    onOpened()
    expect(view()).toBeUndefined()
  })

  test('behavior: a window that says hello late still gets the ticket, and the step goes', () => {
    const { say, view } = follow()
    vi.advanceTimersByTime(3000)
    expect(view()).toBe('social')
    expect(say()).toHaveLength(1)
    expect(view()).toBeUndefined()
  })
})

describe('a login that returns to the host page', () => {
  const returning = { ...ticket, returnTo: 'https://shop.example/cart?item=1#top' }

  test('behavior: the frame offers to lead the tab to the provider, and answers no hello', () => {
    const { say, opened, targets, view } = follow({ ticket: returning })
    expect(say()).toEqual([])
    vi.advanceTimersByTime(0)
    expect(view()).toBe('social')
    expect(document.body.textContent).toContain('You go to Google, and come back here.')
    expect(opened).toEqual([])
    button()?.click()
    expect(targets).toEqual(['_top'])
    const url = new URL(`${opened[0]}`)
    expect([url.origin, url.pathname]).toEqual([site, '/social'])
    expect(readFragment(url.hash)).toEqual(returning)
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Going to Google…')
  })

  test('error: a page’s answer to a hello names no address to return to', () => {
    expect(socialAnswer.safeParse({ type: 'portico/social', challenge, ...ticket }).success).toBe(true)
    expect(socialAnswer.safeParse({ type: 'portico/social', challenge, ...returning }).success).toBe(false)
  })

  test('error: an address that is none of a web page', () => {
    for (const returnTo of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/cart',
      'file:///x',
    ])
      expect([returnTo, readFragment(toFragment({ ...ticket, returnTo }))]).toEqual([returnTo, undefined])
  })
})

describe('readFragment', () => {
  test('error: only what toFragment wrote', () => {
    const fragment = toFragment(ticket)
    expect(readFragment(fragment)).toEqual(ticket)
    const both = { ...ticket, provider: 'github' as const, second: 's'.repeat(43) }
    expect(readFragment(toFragment(both))).toEqual(both)
    for (const wrong of [
      `${toFragment(both)}.x`,
      `${fragment}.`,
      '',
      '#',
      fragment.slice(0, -1),
      `${fragment}.x`,
      fragment.replace('google', 'other'),
      fragment.replace('tx_', ''),
      `${fragment}..`,
      `${fragment}..!`,
    ])
      expect([wrong, readFragment(wrong)]).toEqual([wrong, undefined])
  })
})
