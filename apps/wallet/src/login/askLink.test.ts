// @vitest-environment jsdom

import { describe, expect, test, vi } from 'vitest'
import { findButton, prepareSurface, readStatus } from '../../test/prepareSurface.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { askLink } from './askLink.ts'

const surface = prepareSurface()

const problem = (code: string, more: object = {}) =>
  new ServerError({ type: 'about:blank', title: 'x', status: 403, code, ...more })

type Answer = 'pending' | 'approved' | Error

/** Shows the step. `answers` are those to waiting for the approval; after the last one it waits for ever. */
function ask(answers: Answer[] = [], resend = vi.fn(async () => ({ resendAt: Date.now() + 30_000 }))) {
  const onCancel = vi.fn()
  const wait = vi.fn(async () => {
    const answer = answers.shift()
    if (answer === undefined) return new Promise<never>(() => {})
    if (answer instanceof Error) throw answer
    return answer
  })
  const step = askLink(
    {
      email: 'ada@new.example',
      digits: '42',
      host: 'localhost:4400',
      resendAt: Date.now() + 30_000,
      resend,
      wait,
      onCancel,
    },
    { surface, pause: async () => {} },
  )
  // Every test checks it; avoid an unhandled rejection.
  step.approved.catch(() => {})
  return { ...step, wait, resend, onCancel }
}

/** Returns what the button shows. */
const readLabel = () =>
  (findButton(/Resend/).querySelector('[aria-hidden]') ?? findButton(/Resend/)).textContent

describe('askLink', () => {
  test('behavior: shows the whole address, the digits and who asks, and focuses the heading', () => {
    ask()
    expect(document.querySelector('h1')?.textContent).toBe('Confirm your new address')
    expect(document.activeElement).toBe(document.querySelector('h1'))
    expect(document.querySelector('section')?.getAttribute('aria-labelledby')).toBe('link-title')
    expect(document.body.textContent).toContain('We sent a link to ada@new.example. Open it')
    expect(document.querySelector('.digits')?.textContent).toBe('42')
    expect(document.body.textContent).toContain('localhost:4400 asks to change your e-mail address.')
    expect(readStatus()).toBe('Waiting until you have opened the link…')
  })

  test('behavior: waits until the link is approved, also while a server is unreachable or busy', async () => {
    const { approved, wait } = ask([
      'pending',
      new ServerUnreachableError({ server: 'x' }),
      problem('internal', { status: 500 }),
      problem('rate-limited', { status: 429, retryAfter: 5 }),
      'approved',
    ])
    await approved
    expect(wait).toHaveBeenCalledTimes(5)
    expect(surface.shown).toBeUndefined()
  })

  test('error: ends when the owner of the address refuses', async () => {
    const { approved } = ask([problem('device-refused')])
    await expect(approved).rejects.toMatchObject({ code: 'device-refused' })
    expect(surface.shown).toBeUndefined()
  })

  test('behavior: another link can be requested after a while, and the countdown says when', async () => {
    const { resend } = ask()
    expect(readLabel()).toBe('Resend link in 0:30')
    expect(findButton(/Resend/).getAttribute('aria-disabled')).toBe('true')
    findButton(/Resend/).click()
    expect(resend).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(readLabel()).toBe('Resend link')
    expect(findButton(/Resend/).hasAttribute('aria-disabled')).toBe(false)
    findButton(/Resend/).focus()
    findButton(/Resend/).click()
    findButton(/Resend/).click()
    expect(document.activeElement).toBe(findButton(/Resend/))
    await vi.advanceTimersByTimeAsync(0)
    expect(resend).toHaveBeenCalledTimes(1)
    expect(readStatus()).toBe('A new link is on its way. The old one no longer works.')
    expect(readLabel()).toBe('Resend link in 0:30')
    // Screen readers read a changed name of the focused button, so the countdown is not part of it.
    expect(findButton(/Resend/).querySelector(':scope > :not([aria-hidden])')?.textContent).toBe(
      'Resend link',
    )
    expect(document.activeElement).toBe(findButton(/Resend/))
  })

  test('error: says that the link could not be sent', async () => {
    ask([], vi.fn().mockRejectedValue(problem('rate-limited', { status: 429, retryAfter: 90 })))
    await vi.advanceTimersByTimeAsync(30_000)
    findButton(/Resend/).click()
    await vi.advanceTimersByTimeAsync(0)
    expect(readStatus()).toBe('The link could not be sent. Try again in a moment.')
    expect(readLabel()).toBe('Resend link in 1:30')
  })

  test('behavior: the visitor can leave, and so can another form', async () => {
    const first = ask()
    findButton(/Wrong address/).click()
    await expect(first.approved).rejects.toMatchObject({ code: 'login-cancelled' })
    expect(first.onCancel).toHaveBeenCalledTimes(1)
    expect(surface.shown).toBeUndefined()
    const second = ask()
    second.close()
    await expect(second.approved).rejects.toMatchObject({ code: 'login-cancelled' })
    expect(second.onCancel).not.toHaveBeenCalled()
    expect(surface.shown).toBeUndefined()
  })
})
