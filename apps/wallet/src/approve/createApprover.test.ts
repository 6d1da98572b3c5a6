// @vitest-environment jsdom
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SurfaceView } from '../ui/Surface.ts'
import { createApprover, type WalletWindow } from './createApprover.ts'
import type { Description } from './Description.ts'
import { drawRequest } from './drawRequest.ts'
import type { ObserveVisibility } from './observeVisibility.ts'
import type { Decision, Question } from './Question.ts'
import { WindowClosedError } from './WindowClosedError.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''

const description: Description = {
  name: 'transaction',
  title: 'Send 120 DUSD',
  facts: [
    { label: 'You send', value: '−120 DUSD', kind: 'out' },
    { label: 'To', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', kind: 'address' },
    { label: 'Fee, at most', value: '0.0002 ETH · $0.68' },
  ],
  details: [{ label: 'Nonce', value: '7' }],
  raw: '0xa9059cbb',
  warnings: [{ level: 'note', text: 'First time you send to this address.' }],
  risk: 'medium',
}
const ask = (change: Partial<Description> = {}, more: Partial<Question> = {}): Question => ({
  description: { ...description, ...change },
  origin: 'http://localhost:4400',
  claimedName: 'Portico Demo',
  notice: undefined,
  canBlock: false,
  ...more,
})

function create({ canProve = true, isIsolated = false } = {}) {
  let time = 1000
  let tell: (isSeen: boolean) => void = () => {}
  let watched: readonly Element[] = []
  const surface = {
    shown: undefined as SurfaceView | undefined,
    show(view: SurfaceView) {
      surface.shown = view
      document.body.replaceChildren(view.element)
    },
    hide() {
      surface.shown = undefined
      document.body.replaceChildren()
    },
  }
  const observe: ObserveVisibility = (elements, onChange) => {
    watched = elements
    tell = onChange
    return { flush() {}, stop() {} }
  }
  const windows: {
    question: Question
    decide(decision: Decision): void
    lose(error: Error): void
    isClosed: boolean
  }[] = []
  const openWindow = (question: Question): WalletWindow => {
    let decide: (decision: Decision) => void = () => {}
    let lose: (error: Error) => void = () => {}
    const decision = new Promise<Decision>((yes, no) => {
      decide = yes
      lose = (error) => no(error)
    })
    decision.catch(() => {})
    const made = { question, decide, lose, isClosed: false }
    windows.push(made)
    return { decision, isIsolated, close: () => void Object.assign(made, { isClosed: true }) }
  }
  const approver = createApprover({
    surface,
    openWindow,
    host: 'wallet.localhost',
    canProve,
    observe,
    now: () => time,
  })
  const aborter = new AbortController()
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(
      (one) => one.textContent === name && !one.hidden,
    ) as HTMLButtonElement
  return {
    approver,
    surface,
    windows,
    aborter,
    button,
    ask: (question = ask()) => approver.ask(question, aborter.signal),
    see: (isSeen: boolean) => tell(isSeen),
    watched: () => watched,
    wait(milliseconds: number) {
      time += milliseconds
      vi.advanceTimersByTime(milliseconds + 2)
    },
  }
}

/** Events that count as made by a person. Scripts cannot create trusted events, so `isTrusted` is faked for listeners. */
const trusted = new WeakSet<Event>()
const listen = document.addEventListener.bind(document)
vi.spyOn(document, 'addEventListener').mockImplementation((type, listener, options) =>
  listen(
    type,
    (event) => {
      const seen = new Proxy(event, {
        get(target, key) {
          if (key === 'isTrusted') return trusted.has(event)
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
      if (typeof listener === 'function') listener.call(document, seen)
    },
    options,
  ),
)

function fire(
  target: Element,
  type: string,
  {
    isTrusted = true,
    at = 0,
    pressure = 0.5,
    detail = 1,
    key,
  }: { isTrusted?: boolean; at?: number; pressure?: number; detail?: number; key?: string } = {},
) {
  const mouse = { bubbles: true, clientX: 0, clientY: 0, screenX: at, screenY: at, detail }
  const event = key
    ? new KeyboardEvent(type, { bubbles: true, key })
    : Object.assign(new MouseEvent(type, mouse), { pointerType: 'mouse', pressure })
  if (isTrusted) trusted.add(event)
  target.dispatchEvent(event)
}
function press(target: Element, options: { isTrusted?: boolean } = {}) {
  fire(target, 'pointermove', options)
  fire(target, 'pointermove', { ...options, at: 1 })
  fire(target, 'pointerdown', { ...options, at: 1 })
  fire(target, 'pointerup', { ...options, at: 1 })
}

const settled = async (promise: Promise<unknown>) =>
  Promise.race([promise, new Promise((done) => setImmediate(done, 'open'))])

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

describe('createApprover', () => {
  test('behavior: shows who asks, what changes, what it costs and what is unusual; Reject comes first', () => {
    const { ask, button, surface } = create()
    ask().catch(() => {})
    expect(document.querySelector('h1')?.textContent).toBe('Transaction request')
    const text = surface.shown?.element.textContent
    for (const part of [
      'Send 120 DUSD',
      'asked by localhost:4400',
      'Site calls itself“Portico Demo” (not checked)',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      '0.0002 ETH · $0.68',
      'First time you send to this address.',
      'Nonce',
      '0xa9059cbb',
      'Shown and signed on wallet.localhost',
    ])
      expect(text).toContain(part)
    expect([...document.querySelectorAll('.buttons button')].map((one) => one.textContent)).toEqual([
      'Reject',
      'Approve',
    ])
    expect(document.activeElement).toBe(button('Reject'))
    expect(surface.shown?.summary?.textContent).toContain('−120 DUSD')
    expect(surface.shown?.summary?.textContent).not.toContain('0xa9059cbb')
  })

  test.each([
    ['connect', 'Connect', 'connect'],
    ['sign-in', 'Signature request', 'signature'],
    ['signature', 'Signature request', 'signature'],
    ['transaction', 'Transaction request', 'transaction'],
  ] as const)('behavior: a request of the kind %s is headed “%s”', (name, heading, view) => {
    const { ask: askIt, surface } = create()
    askIt(ask({ name })).catch(() => {})
    expect([...document.querySelectorAll('h1')].map((one) => one.textContent)).toEqual([heading])
    expect(surface.shown?.element.getAttribute('aria-label')).toBe(heading)
    expect(surface.shown?.name).toBe(view)
  })

  test('behavior: the origin alone is above the request; what the page calls itself is under Details', () => {
    const { ask: askIt } = create()
    const details = () => document.querySelector('details')?.textContent
    askIt().catch(() => {})
    expect(document.querySelector('.asker p')?.textContent).toBe('asked by localhost:4400')
    expect(details()).toContain('Site calls itself“Portico Demo” (not checked)')
    askIt(ask({}, { claimedName: undefined })).catch(() => {})
    expect(document.querySelector('.asker p')?.textContent).toBe('asked by localhost:4400')
    expect(details()).not.toContain('Site calls itself')
  })

  test('behavior: a title that only repeats the heading is not drawn', () => {
    const { ask: askIt } = create()
    const titles = () => [...document.querySelectorAll('.asker h2')].map((one) => one.textContent)
    askIt(ask({ name: 'signature', title: 'Signature request' })).catch(() => {})
    expect(titles()).toEqual([])
    askIt(ask({ name: 'signature', title: 'Sign a message with an unknown meaning' })).catch(() => {})
    expect(titles()).toEqual(['Sign a message with an unknown meaning'])
  })

  test('behavior: the whole text is under Details if the facts express it', () => {
    const { ask: askIt, surface } = create()
    askIt(ask({ name: 'sign-in', text: 'Welcome back.', fullText: 'wants you to sign in' })).catch(() => {})
    expect(surface.shown?.summary?.textContent).toContain('Welcome back.')
    expect(surface.shown?.summary?.textContent).not.toContain('wants you to sign in')
    expect(document.querySelector('details')?.textContent).toContain('wants you to sign in')
  })

  test('behavior: if it would fail now, Reject is the main button, in the frame and before the window', () => {
    const failure = 'Not enough ETH: it would fail now.'
    const main = () => [...document.querySelectorAll('.button.main')].map((one) => one.textContent)
    const inFrame = create()
    inFrame.ask(ask({ failure })).catch(() => {})
    expect(main()).toEqual(['Reject'])
    expect(inFrame.button('Approve').dataset.risk).toBe('medium')

    const beforeWindow = create()
    beforeWindow.ask(ask({ risk: 'high', failure })).catch(() => {})
    expect(main()).toEqual(['Reject'])
    expect(document.body.textContent).toContain(failure)
    beforeWindow.ask(ask({ risk: 'high' })).catch(() => {})
    expect(main()).toEqual(['Open wallet'])
  })

  test('behavior: while a request is prepared, only its origin is shown', () => {
    const { approver, surface } = create()
    approver.showProgress(
      { origin: 'http://localhost:4400', claimedName: 'Demo' },
      'transaction',
      'Checking …',
    )
    expect(surface.shown?.element.textContent).toBe('Transaction requestDasked by localhost:4400Checking …')
  })

  test('behavior: the wait for a request is announced after a second', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { approver, surface } = create()
    approver.showProgress({ origin: 'http://localhost:4400', claimedName: 'Demo' }, 'transaction', 'Signing…')
    const hidden = () =>
      surface.shown?.element.querySelector('[role=status] > [aria-hidden=true]')?.textContent
    expect(hidden()).toBe('Signing…')
    vi.advanceTimersByTime(999)
    expect(hidden()).toBe('Signing…')
    vi.advanceTimersByTime(1)
    expect(hidden()).toBeUndefined()
    expect(surface.shown?.element.querySelector('[role=status]')?.textContent).toBe('Signing…')
  })

  test('behavior: a request for the wallet window shows what is asked under Details', () => {
    const { ask: askIt } = create()
    askIt(ask({ risk: 'high', raw: '{"primaryType":"Permit"}' })).catch(() => {})
    const details = document.querySelector('details')?.textContent
    expect(details).toContain('{"primaryType":"Permit"}')
    expect(details).toContain('Site calls itself“Portico Demo” (not checked)')
  })

  test('behavior: Approve works once it is armed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, button, see, wait, watched } = create()
    const decision = ask()
    press(button('Approve'))
    expect(await settled(decision)).toBe('open')
    see(true)
    expect(watched()).toHaveLength(2)
    wait(799)
    expect(button('Approve').hasAttribute('data-armed')).toBe(false)
    wait(1)
    expect(button('Approve').hasAttribute('data-armed')).toBe(true)
    press(button('Approve'))
    expect(await decision).toBe('approved')
  })

  test('error: clicks by scripts, and a covered request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, button, see, wait } = create()
    const decision = ask()
    see(true)
    wait(900)
    button('Approve').click()
    press(button('Approve'), { isTrusted: false })
    fire(button('Approve'), 'click')
    see(false)
    press(button('Approve'))
    see(true)
    press(button('Approve'))
    expect(await settled(decision)).toBe('open')
    wait(900)
    fire(button('Approve'), 'keydown', { key: 'Enter' })
    fire(button('Approve'), 'keyup', { key: 'Enter' })
    expect(await decision).toBe('approved')
  })

  test('behavior: a screen reader can press Approve once it is armed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // The events that Chromium dispatches, and a click without pointer events.
    for (const types of [['pointerdown', 'pointerup', 'click'], ['click']]) {
      const { ask, button, see, wait } = create()
      const decision = ask()
      const activate = (target: Element, isTrusted = true) => {
        for (const type of types)
          fire(target, type, { isTrusted, pressure: 0, detail: types.length === 1 ? 0 : 1 })
      }
      see(true)
      activate(button('Approve'))
      expect(await settled(decision)).toBe('open')
      wait(900)
      activate(button('Reject').parentElement as Element)
      activate(button('Approve'), false)
      expect(await settled(decision)).toBe('open')
      activate(button('Approve'))
      expect(await decision).toBe('approved')
    }
  })

  test('error: a mouse click does not count as a press by a screen reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, button, see, wait } = create()
    const decision = ask()
    see(true)
    wait(900)
    for (const type of ['pointerdown', 'pointerup', 'click']) fire(button('Approve'), type)
    expect(await settled(decision)).toBe('open')
  })

  test('error: a change of content, size or focus disarms the button', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, button, see, wait, surface } = create()
    const decision = ask()
    see(true)
    wait(900)
    surface.shown?.summary?.append('one more line')
    await Promise.resolve()
    expect(button('Approve').hasAttribute('data-armed')).toBe(false)
    wait(900)
    window.dispatchEvent(new Event('resize'))
    expect(button('Approve').hasAttribute('data-armed')).toBe(false)
    wait(900)
    window.dispatchEvent(new Event('focus'))
    press(button('Approve'))
    expect(await settled(decision)).toBe('open')
  })

  test('behavior: what the visitor enters disarms the button; leaving the field by pressing Approve does not', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask: open, button, see, wait } = create()
    const decision = open(ask({ payments: [1, 2].map((way) => ({ label: `Pay ${way}`, value: '1' })) }))
    see(true)
    wait(900)
    document.querySelectorAll('input')[1]?.click()
    expect(button('Approve').hasAttribute('data-armed')).toBe(false)
    const at = { at: 1 }
    fire(button('Approve'), 'pointermove')
    fire(button('Approve'), 'pointermove', at)
    wait(900)
    fire(button('Approve'), 'pointerdown', at)
    // What browsers dispatch for a text field that was edited, once the press takes the focus from it.
    document.querySelector('input')?.dispatchEvent(new Event('change', { bubbles: true }))
    fire(button('Approve'), 'pointerup', at)
    expect(await settled(decision)).toBe('approved-1')
  })

  test('behavior: Reject works at once; blocking is offered when the question allows it', async () => {
    const one = create()
    const rejected = one.ask()
    one.button('Reject').click()
    expect(await rejected).toBe('rejected')
    const two = create()
    const blocked = two.ask(ask({}, { canBlock: true }))
    two.button('Block this site').click()
    expect(await blocked).toBe('blocked')
  })

  test('behavior: without proof of visibility only low risk is shown in the frame, the rest in the window', async () => {
    const { ask: askIt, button, windows, surface } = create({ canProve: false })
    const decision = askIt()
    expect(button('Approve')).toBeUndefined()
    expect(surface.shown?.element.textContent).toContain('asked by localhost:4400')
    button('Open wallet').click()
    expect(windows[0]?.question.description.title).toBe('Send 120 DUSD')
    windows[0]?.decide('approved')
    expect(await decision).toBe('approved')
    expect(windows[0]?.isClosed).toBe(false)

    const high = create()
    high.ask(ask({ risk: 'high' })).catch(() => {})
    expect(document.body.textContent).toContain(
      'Opens in your wallet’s own window, so that this page cannot alter it.',
    )
    expect(high.button('Approve')).toBeUndefined()
    expect(high.button('Open wallet')).toBeDefined()

    const low = create({ canProve: false })
    low.ask(ask({ risk: 'low' })).catch(() => {})
    expect(low.button('Approve')).toBeDefined()
  })

  test('behavior: a request that stays hidden is offered in the window', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, button, wait, see } = create()
    ask().catch(() => {})
    see(false)
    expect(button('Open wallet')).toBeUndefined()
    wait(2600)
    expect(button('Open wallet')).toBeDefined()
  })

  test('behavior: a blocked or closed window is explained, and can be opened again', async () => {
    const isolated = create({ canProve: false, isIsolated: true })
    isolated.ask().catch(() => {})
    isolated.button('Open wallet').click()
    expect(document.body.textContent).toContain('If no window opened, allow pop-ups')
    isolated.windows[0]?.lose(new Error('The gateway is unreachable.'))
    await vi.waitFor(() => expect(document.body.textContent).toContain('could not be reached'))
    expect(isolated.button('Reject')).toBeDefined()

    const { ask, button, windows } = create({ canProve: false })
    const decision = ask()
    button('Open wallet').click()
    windows[0]?.lose(new WindowClosedError())
    await vi.waitFor(() => expect(document.body.textContent).toContain('was closed before you answered'))
    button('Open wallet').click()
    windows[0]?.decide('approved')
    expect(await settled(decision)).not.toBe('approved')
    windows[1]?.decide('rejected')
    expect(await decision).toBe('rejected')
  })

  test('behavior: an abort ends the question and closes the window', async () => {
    const { ask, button, windows, aborter, approver } = create({ canProve: false })
    const decision = ask()
    button('Open wallet').click()
    aborter.abort(new Error('aborted'))
    await expect(decision).rejects.toThrow('aborted')
    approver.hide()
    expect(windows[0]?.isClosed).toBe(true)
    expect(document.body.children).toHaveLength(0)
  })

  test('behavior: failures are explained and can be retried', async () => {
    const { approver, button, aborter } = create()
    const failure = {
      name: 'transaction',
      text: 'The network does not answer.',
      details: '<b>HTTP 500</b>',
      canRetry: true,
    } as const
    const again = approver.showFailure(failure, aborter.signal)
    expect(document.querySelector('b')).toBeNull()
    button('Try again').click()
    expect(await again).toBe('again')
    const close = approver.showFailure({ ...failure, canRetry: false }, aborter.signal)
    expect(button('Try again')).toBeUndefined()
    button('Close').click()
    expect(await close).toBe('close')
  })
})

describe('drawRequest', () => {
  type Case = { id: string; category: string; where: string; value: string }
  test.skipIf(isSkipped)(`behavior: hostile strings in every field are drawn as text${reason}`, () => {
    const { cases } = JSON.parse(readFileSync(resolve(directory, 'nasty-strings/nasty.json'), 'utf8')) as {
      cases: Case[]
    }
    expect(cases.length).toBeGreaterThan(300)
    const plain = drawRequest(every('x'), { host: 'wallet.localhost' }).element
    const tags = (element: Element) =>
      new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName))
    const hidden =
      /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u{E0000}-\u{E007F}]|(?![\n\t])\p{Cc}/u
    for (const { id, category, value } of cases) {
      const { element } = drawRequest(every(value), { host: 'wallet.localhost' })
      // No elements and no attributes beyond those of a plain request.
      for (const tag of tags(element))
        expect([id, tags(plain).has(tag) || tag === 'SPAN']).toEqual([id, true])
      for (const drawn of element.querySelectorAll('*'))
        for (const { name } of drawn.attributes)
          expect([id, name, /^(class|type|hidden|id|role|tabindex|aria-|data-risk$)/.test(name)]).toEqual([
            id,
            name,
            true,
          ])
      for (const drawn of element.querySelectorAll('bdi')) {
        const letters = [...drawn.childNodes]
          .filter((node) => node.nodeType === 3)
          .map(({ textContent }) => textContent)
        expect([id, hidden.test(letters.join(''))]).toEqual([id, false])
      }
      if (category === 'good')
        expect([id, element.querySelector('h2')?.textContent]).toEqual([
          id,
          value.slice(0, 120) + (value.length > 120 ? '…' : ''),
        ])
    }
  })

  test('behavior: a request of a test network does not warn of a loss of money', () => {
    const summaryOf = (change: Partial<Description>) =>
      drawRequest(ask({ risk: 'high', ...change }), { host: 'wallet.localhost' }).summary.textContent
    expect(summaryOf({})).toContain(
      'This could cost you money. Check it, then press and hold Approve. If you let go too soon, nothing is approved. With',
    )
    expect(summaryOf({ isTest: true })).not.toContain('cost you money')
    expect(summaryOf({ isTest: true })).toContain('Check it, then press and hold Approve.')
    const { ask: show } = create()
    show(ask({ risk: 'high', isTest: true })).catch(() => {})
    expect(document.body.textContent).not.toContain('cost you')
  })

  test('behavior: a request that moves no money does not warn of a loss, and one of a Safe names the Safe', () => {
    const summaryOf = (change: Partial<Description>) =>
      drawRequest(ask({ risk: 'high', ...change }), { host: 'wallet.localhost' }).summary.textContent
    expect(summaryOf({ stake: 'none' })).toContain('Check it, then press and hold Approve.')
    expect(summaryOf({ stake: 'none' })).not.toContain('money')
    expect(summaryOf({ stake: 'safe' })).toContain('This could cost the Safe money. Check it')
    expect(summaryOf({ stake: 'safe', isTest: true })).not.toContain('money')
    const { ask: show } = create()
    show(ask({ risk: 'high', stake: 'none' })).catch(() => {})
    expect(document.body.textContent).not.toContain('cost you')
  })

  test('behavior: long texts are cut', () => {
    const long = 'x'.repeat(50_000)
    const { element } = drawRequest(every(long), { host: 'wallet.localhost' })
    expect(element.querySelector('h2')?.textContent?.length).toBeLessThan(200)
    expect(element.querySelector('.details dd')?.textContent?.length).toBeLessThan(120)
  })

  function every(value: string): Question {
    return {
      origin: 'https://app.example',
      claimedName: value,
      notice: undefined,
      canBlock: true,
      description: {
        name: 'signature',
        title: value,
        text: value,
        facts: [{ label: 'For', value, kind: 'claim' }],
        tree: [{ label: value, type: value, value, children: [{ label: value, value }] }],
        details: [{ label: 'Nonce', value }],
        raw: value,
        warnings: [{ level: 'danger', text: value }],
        risk: 'high',
      },
    }
  }
})
