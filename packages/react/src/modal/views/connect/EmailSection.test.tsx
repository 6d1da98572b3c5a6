// @vitest-environment jsdom
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { EmailSection } from './EmailSection.tsx'

const askedAtKey = '@appkit-wallet/LAST_EMAIL_LOGIN_TIME'
const stops: (() => void)[] = []

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Submits the form `agoMs` after a mail. */
async function submit(agoMs: number) {
  const { kit, storage } = testKit({ walletUrl: 'http://wallet.localhost:4402' })
  stops.push(() => kit.destroy())
  storage.setItem(askedAtKey, `${Date.now() - agoMs}`)
  const router = createRouter()
  router.open({ name: 'connect' })
  const scope = { kit, router, theme: createTheme({}) }
  const { container } = render(
    <KitContext value={scope}>
      <EmailSection autoFocus={false} />
    </KitContext>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'ada@example.org' } })
  await press()
  return { storage, shown: () => container.querySelector('.problem')?.textContent ?? '' }
}

async function press(): Promise<void> {
  const button = screen.getByRole('button', { name: 'Continue' })
  fireEvent.click(button)
  while (button.getAttribute('aria-busy') === 'true')
    await act(() => new Promise((done) => setImmediate(done)))
}

const announced = () => screen.getByRole('alert').textContent
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('EmailSection', () => {
  test('behavior: counts down to the time of the next mail, which is announced once', async () => {
    const { shown } = await submit(11_600)
    expect(shown()).toBe('Please try again after 19 seconds')
    expect(announced()).toBe('Please try again after 19 seconds')
    pass(400)
    expect(shown()).toBe('Please try again after 18 seconds')
    pass(1000)
    expect(shown()).toBe('Please try again after 17 seconds')
    expect(announced()).toBe('Please try again after 19 seconds')
    expect(screen.getByText('Please try again after 17 seconds').getAttribute('aria-hidden')).toBe('true')
    expect(screen.getByRole('alert').contains(screen.getByText('Please try again after 17 seconds'))).toBe(
      false,
    )
    pass(17_000)
    expect(shown()).toBe('')
    expect(announced()).toBe('')
  })

  test('behavior: trying again too soon announces the seconds that are left', async () => {
    const { shown } = await submit(10_000)
    pass(5000)
    await press()
    expect(announced()).toBe('Please try again after 15 seconds')
    expect(shown()).toBe('Please try again after 15 seconds')
  })

  test('behavior: a mail that was sent meanwhile in another tab restarts the countdown', async () => {
    const { storage, shown } = await submit(29_000)
    expect(shown()).toBe('Please try again after 1 seconds')
    storage.setItem(askedAtKey, `${Date.now()}`)
    await press()
    expect(shown()).toBe('Please try again after 30 seconds')
  })
})
