// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { findButton, prepareSurface, readStatus } from '../../test/prepareSurface.ts'
import type { CodeQuestion } from '../session/CodeQuestion.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { type CodeFormParameters, showCodeForm } from './showCodeForm.ts'

const surface = prepareSurface()

const problem = (code: string, more: object = {}) =>
  new ServerError({ type: 'about:blank', title: 'x', status: 400, code, ...more })
const field = () => document.querySelector('input') as HTMLInputElement

function type(text: string): void {
  field().value = text
  field().dispatchEvent(new Event('input', { bubbles: true }))
}

/** Pastes into the focused element, or into the page; returns whether the form took the text. */
function paste(text: string): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  return event.defaultPrevented
}

function ask(change: Partial<Omit<CodeFormParameters<string>, 'purpose'>> & Partial<CodeQuestion> = {}) {
  const entered: string[] = []
  const handle = showCodeForm(
    {
      purpose: 'login',
      email: 'ada@example.org',
      host: 'localhost:4400',
      async enter(code) {
        entered.push(code)
        return 'in'
      },
      ...change,
    } as CodeFormParameters<string>,
    { surface },
  )
  // Every test checks it; avoid an unhandled rejection.
  handle.accepted.catch(() => {})
  return { ...handle, entered }
}

describe('showCodeForm', () => {
  test('behavior: shows who asks, accepts a pasted code, and sends a complete code', async () => {
    const { accepted, entered } = ask()
    expect(surface.shown?.name).toBe('code')
    expect(document.body.textContent).toContain('Enter the code to log in to localhost:4400.')
    expect(document.body.textContent).toContain('We sent a six-digit code to ada@example.org')
    expect(field().getAttribute('autocomplete')).toBe('one-time-code')
    expect(field().inputMode || field().getAttribute('inputmode')).toBe('numeric')
    expect(document.activeElement).toBe(field())
    type('123')
    expect([...document.querySelectorAll('.code > span')].map(({ textContent }) => textContent)).toEqual([
      '1',
      '2',
      '3',
      '',
      '',
      '',
    ])
    expect(entered).toEqual([])
    type(' 123 456\n')
    expect(await accepted).toBe('in')
    expect(entered).toEqual(['123456'])
    expect(surface.shown).toBeUndefined()
  })

  test('behavior: takes a code that is pasted while no field has the focus', async () => {
    const { accepted, entered } = ask()
    field().blur()
    expect(document.activeElement).toBe(document.body)
    expect(paste('Your code: 123 456')).toBe(true)
    expect(await accepted).toBe('in')
    expect(entered).toEqual(['123456'])
    expect(paste('654321')).toBe(false)
  })

  test('behavior: a pasted code replaces typed digits; part of a code is left to the browser', async () => {
    const { accepted, entered } = ask({ resend: async () => ({ resendAt: Date.now() + 30_000 }) })
    type('12')
    expect(paste('345')).toBe(false)
    expect(field().value).toBe('12')
    findButton(/Resend/).focus()
    expect(paste('345')).toBe(false)
    field().focus()
    expect(paste('123456')).toBe(true)
    expect(await accepted).toBe('in')
    expect(entered).toEqual(['123456'])
  })

  test('behavior: a code pasted into another field stays there', () => {
    const { entered } = ask()
    const other = document.body.appendChild(document.createElement('input'))
    other.focus()
    expect(paste('123456')).toBe(false)
    expect(entered).toEqual([])
  })

  test('behavior: says so if the login signs in as well', () => {
    ask({ signsIn: true })
    expect(document.body.textContent).toContain('Enter the code to log in and sign in to localhost:4400.')
  })

  test('behavior: accepts digits of other scripts, and only digits', () => {
    const { entered } = ask()
    type('１２a３')
    expect(field().value).toBe('123')
    expect(entered).toEqual([])
  })

  test('behavior: reads the letters and digits of a short code as they were meant', async () => {
    const { accepted, entered } = ask({ format: 'short' })
    expect(document.body.textContent).toContain('We sent a code of six letters and digits to ada@example.org')
    expect(field().getAttribute('inputmode')).toBe('text')
    expect(field().getAttribute('autocapitalize')).toBe('characters')
    expect(field().dataset.testid).toBe('wui-otp-input')
    expect(document.querySelectorAll('.code > span')).toHaveLength(6)
    type('o-il u')
    expect(field().value).toBe('011')
    type('k7q-0il')
    expect(await accepted).toBe('in')
    expect(entered).toEqual(['K7Q011'])
  })

  test('behavior: a long code has twelve characters, in the groups of the mail', async () => {
    const { accepted, entered } = ask({ format: 'long' })
    expect(document.body.textContent).toContain('We sent a code of twelve letters and digits to')
    expect(document.querySelectorAll('.code[data-format=long] > span')).toHaveLength(12)
    type('ABCD-EFGH-JK')
    expect(entered).toEqual([])
    type('ABCD-EFGH-JKMN')
    expect(await accepted).toBe('in')
    expect(entered).toEqual(['ABCDEFGHJKMN'])
  })

  test('behavior: the next code has another format', async () => {
    ask({
      format: 'short',
      resend: async () => ({ resendAt: Date.now() + 30_000, format: 'long' as const }),
    })
    type('AB')
    findButton(/Resend/).click()
    await vi.waitFor(() => expect(readStatus()).toContain('A new code is on its way'))
    expect(field().value).toBe('')
    expect(document.querySelectorAll('.code > span')).toHaveLength(12)
    expect(document.querySelectorAll('.code > input')).toHaveLength(1)
    expect(document.activeElement).toBe(field())
  })

  test('error: after a wrong code the remaining tries are shown, and another code can be typed', async () => {
    const answers = [problem('code-wrong', { triesLeft: 4 }), problem('code-wrong', { triesLeft: 1 })]
    const { accepted } = ask({
      enter: async () => {
        const answer = answers.shift()
        if (answer) throw answer
        return 'in'
      },
    })
    type('000000')
    await vi.waitFor(() => expect(readStatus()).toBe('That code is not correct. You have 4 tries left.'))
    expect(field().value).toBe('')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    type('000001')
    await vi.waitFor(() => expect(readStatus()).toBe('That code is not correct. You have one try left.'))
    type('123456')
    expect(await accepted).toBe('in')
  })

  test('behavior: the wait for the result is announced after a second, and the result at once', async () => {
    let fail = (_: Error) => {}
    ask({ enter: () => new Promise<never>((_, reject) => (fail = reject)) })
    /** What screen readers see of the visible status. */
    const announced = () =>
      [...(document.querySelector('[role=status]')?.childNodes ?? [])]
        .filter((node) => !(node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
        .map(({ textContent }) => textContent)
        .join('')
    type('123456')
    expect(readStatus()).toBe('Checking…')
    expect(announced()).toBe('')
    await vi.advanceTimersByTimeAsync(999)
    expect(announced()).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(announced()).toBe('Checking…')
    fail(problem('code-wrong', { triesLeft: 4 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(announced()).toBe('That code is not correct. You have 4 tries left.')
    type('654321')
    fail(problem('code-wrong', { triesLeft: 3 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(announced()).toBe('That code is not correct. You have 3 tries left.')
  })

  test('behavior: the focus stays in the form while another code is requested', async () => {
    let sent = (_: { resendAt: number }) => {}
    ask({ resendAt: Date.now(), resend: () => new Promise((resolve) => (sent = resolve)) })
    findButton(/Resend/).focus()
    findButton(/Resend/).click()
    expect(document.activeElement).toBe(field())
    type('12')
    sent({ resendAt: Date.now() + 30_000 })
    await vi.advanceTimersByTimeAsync(0)
    expect(readStatus()).toBe('A new code is on its way. The old one no longer works.')
    expect(field().value).toBe('12')
  })

  test('error: a short code that is void asks for a longer one, and the form stays', async () => {
    let isVoid = true
    const { accepted } = ask({
      format: 'short',
      resendAt: 0,
      enter: async () => {
        if (isVoid) throw problem('code-void')
        return 'in'
      },
      resend: async () => {
        isVoid = false
        return { resendAt: Date.now() + 30_000, format: 'long' as const }
      },
    })
    type('ABC123')
    await vi.waitFor(() =>
      expect(readStatus()).toBe('Codes must be longer at the moment. Choose “Resend code” to get a new one.'),
    )
    expect(field().value).toBe('')
    findButton(/Resend/).click()
    await vi.waitFor(() => expect(document.querySelectorAll('.code > span')).toHaveLength(12))
    type('ABCD1234EFGH')
    expect(await accepted).toBe('in')
  })

  test.each(['code-burnt', 'transaction-expired', 'rate-limited'])(
    'error: %s closes the form',
    async (code) => {
      const { accepted } = ask({ enter: () => Promise.reject(problem(code)) })
      type('123456')
      await expect(accepted).rejects.toMatchObject({ code })
      expect(surface.shown).toBeUndefined()
    },
  )

  test('error: an unreachable server is reported, and the code can be typed again', async () => {
    ask({ enter: () => Promise.reject(new ServerUnreachableError({ server: 'x' })) })
    type('123456')
    await vi.waitFor(() => expect(readStatus()).toContain('can’t be reached'))
    expect(field().readOnly).toBe(false)
  })

  test('behavior: a new code can be requested after the countdown', async () => {
    let sent = 0
    ask({
      resendAt: Date.now() + 25_000,
      resend: async () => {
        sent += 1
        return { resendAt: Date.now() + 30_000 }
      },
    })
    expect(findButton(/Resend/).textContent).toBe('Resend code in 0:25')
    expect(findButton(/Resend/).disabled).toBe(true)
    vi.advanceTimersByTime(25_000)
    expect(findButton(/Resend/).textContent).toBe('Resend code')
    findButton(/Resend/).click()
    await vi.waitFor(() => expect(readStatus()).toContain('A new code is on its way'))
    expect(sent).toBe(1)
    expect(findButton(/Resend/).textContent).toBe('Resend code in 0:30')
  })

  test('error: a code requested again too soon', async () => {
    ask({ resend: () => Promise.reject(problem('too-soon', { retryAfter: 12 })) })
    findButton(/Resend/).click()
    await vi.waitFor(() => expect(readStatus()).toContain('could not be sent'))
    expect(findButton(/Resend/).textContent).toBe('Resend code in 0:12')
  })

  test('behavior: "Wrong address?" and close cancel the login', async () => {
    const onCancel = vi.fn()
    const { accepted } = ask({ onCancel })
    findButton(/Wrong/).click()
    await expect(accepted).rejects.toMatchObject({ code: 'login-cancelled' })
    expect(onCancel).toHaveBeenCalledOnce()
    const other = ask({ onCancel })
    other.close()
    other.close()
    await expect(other.accepted).rejects.toMatchObject({ code: 'login-cancelled' })
    expect(onCancel).toHaveBeenCalledOnce()
  })

  test('error: a page that passes on another address than the visitor typed: both addresses are shown in full', () => {
    ask({ purpose: 'primary', email: 'ada@example.org', newEmail: 'mallory.long.name@evil.example' })
    expect(document.querySelector('h1')?.textContent).toBe('Confirm your current address')
    expect([...document.querySelectorAll('.address')].map(({ textContent }) => textContent)).toEqual([
      'ada@example.org',
      'mallory.long.name@evil.example',
    ])
    expect(document.body.textContent).toContain(
      'localhost:4400 asks to change your e-mail address to mallory.long.name@evil.example',
    )
    surface.hide()
    ask({ purpose: 'secondary', email: 'ada@new.example', newEmail: 'ada@new.example' })
    expect(document.body.textContent).toContain('We sent a six-digit code to ada@new.example')
    expect(document.body.textContent).toContain('asks to change your e-mail address to ada@new.example')
  })

  test('behavior: a host’s name is drawn as text', () => {
    ask({ host: '<img src=x>', purpose: 'secondary', newEmail: '<img src=y>@example.org' })
    expect(document.querySelector('img')).toBeNull()
    expect(document.body.textContent).toContain(
      '<img src=x> asks to change your e-mail address to <img src=y>@example.org',
    )
  })
})
