// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, currentView } from '../../router.ts'
import { EmailDeviceView } from './EmailDeviceView.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('../../../embedded/loadEmbedded.ts', () => ({ loadEmbedded }))

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

/** Shows the view `agoMs` after the mail, with a wallet whose link is not approved. */
async function show(
  agoMs: number,
  send: () => Promise<void> = async () => {},
  { email = 'ada@example.org', approval = new Promise<void>(() => {}) } = {},
) {
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  kit.store.setState({
    embedded: {
      email: undefined,
      login: { step: 'device', email, matchCode: '42' },
      requests: [],
      surface: { view: 'none', height: 0 },
    },
  })
  let resendAt = Date.now() - agoMs + 30_000
  const resendLink = vi.fn(async () => {
    await send()
    resendAt = Date.now() + 30_000
  })
  loadEmbedded.mockResolvedValue({
    getResendAt: () => (resendAt > Date.now() ? resendAt : undefined),
    resendLink,
    waitForDevice: () => approval,
  } as unknown as Embedded)
  const router = createRouter()
  router.open({ name: 'email-device' })
  render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <EmailDeviceView />
    </KitContext>,
  )
  await act(async () => {})
  return { resendLink, router }
}

const button = () => screen.getByRole('button', { name: 'Resend link' })
const isDisabled = () => button().getAttribute('aria-disabled') === 'true'
const status = () => screen.getByRole('status').textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const press = () => act(async () => void fireEvent.click(button()))

describe('EmailDeviceView', () => {
  test('behavior: the link can be sent again after the countdown, which starts again', async () => {
    const { resendLink } = await show(2500)
    expect(screen.getByText('Resend link in 0:28').getAttribute('aria-hidden')).toBe('true')
    expect(isDisabled()).toBe(true)
    await press()
    expect(resendLink).not.toHaveBeenCalled()
    for (const seconds of [27, 26]) {
      pass(seconds === 27 ? 500 : 1000)
      expect(screen.queryByText(`Resend link in 0:${seconds}`)).not.toBeNull()
    }
    pass(26_000)
    expect(isDisabled()).toBe(false)
    expect(button().textContent).toBe('Resend link')
    button().focus()
    await press()
    expect(resendLink).toHaveBeenCalledOnce()
    expect(status()).toContain('A new link is on its way. The old one no longer works.')
    expect(screen.queryByText('Resend link in 0:30')).not.toBeNull()
    expect(isDisabled()).toBe(true)
    expect(document.activeElement).toBe(button())
  })

  test('behavior: the countdown is no part of a live region', async () => {
    await show(0)
    const before = status()
    pass(3000)
    expect(screen.queryByText('Resend link in 0:27')).not.toBeNull()
    expect(status()).toBe(before)
  })

  test('behavior: the mailbox of a large provider opens in a tab of its own', async () => {
    await show(0, undefined, { email: 'ada@gmail.com' })
    const link = screen.getByRole('link', { name: 'Open Gmail' })
    expect(link.getAttribute('href')).toBe('https://mail.google.com/')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(screen.getByText('ada@gmail.com')).toBeDefined()
  })

  test('behavior: an address of another provider has no link', async () => {
    await show(0)
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('behavior: it is the first of two steps, and its approval leads to the second', async () => {
    const { router } = await show(0, undefined, { approval: Promise.resolve() })
    await act(() => new Promise<void>((done) => void setImmediate(done)))
    expect(screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
      'step',
      null,
    ])
    expect(currentView(router.store.getState())).toEqual({ name: 'email-code', isSecondStep: true })
  })

  test('error: a link that could not be sent can be requested again', async () => {
    await show(30_000, () => Promise.reject(new Error('unreachable')))
    await press()
    expect(status()).toContain('The link could not be sent. Try again in a moment.')
    expect(isDisabled()).toBe(false)
  })
})
