// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { deferred, testKit } from '@portico/core/testing'
import { BaseError } from '@portico/protocol'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, type View } from '../../router.ts'
import { ConnectingFarcasterView } from './ConnectingFarcasterView.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('../../../embedded/loadEmbedded.ts', () => ({ loadEmbedded }))

const stops: (() => void)[] = []
const url = 'https://farcaster.example/~/siwf?channelToken=1'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1'
beforeAll(loadViewCopy)
beforeEach(() => {
  vi.stubGlobal('open', vi.fn())
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const view: View = { name: 'connecting-farcaster', title: 'Farcaster', namespace: 'eip155' }

/** Shows the view, with a login that has not ended. */
async function show({ isPhone = false, isStrict = false } = {}) {
  if (isPhone) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone)
  const { kit } = testKit({ walletUrl: 'https://wallet.test' })
  stops.push(() => kit.destroy())
  const attempts: { promise: Promise<void>; reject: (error: unknown) => void }[] = []
  const connectFarcaster = vi.fn<Embedded['connectFarcaster']>(() => {
    const attempt = deferred()
    attempts.push(attempt)
    return attempt.promise
  })
  loadEmbedded.mockResolvedValue({ connectFarcaster } as unknown as Embedded)
  const Mode = isStrict ? StrictMode : 'div'
  const result = render(
    <Mode>
      <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
        <ConnectingFarcasterView view={view} />
      </KitContext>
    </Mode>,
  )
  await act(async () => {})
  const give = (given = url) => act(() => connectFarcaster.mock.lastCall?.[0].onUri(given))
  const fail = (error: unknown) => act(async () => attempts.at(-1)?.reject(error))
  const signals = () => connectFarcaster.mock.calls.map(([{ signal }]) => signal?.aborted)
  return { ...result, connectFarcaster, give, fail, signals }
}

const code = () => screen.queryByRole('img', { name: 'QR code to log in with Farcaster' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('ConnectingFarcasterView', () => {
  test('error: a device that is new to the wallet has to wait, and is told how long', async () => {
    const { give, fail } = await show()
    give()
    await fail(Object.assign(new BaseError('held', { code: 'device-held' }), { retryAfter: 71.2 * 3600 }))
    expect(screen.getByRole('status').textContent).toBe(
      'This device is new to your wallet. Log in again in 72 hours, or use a device where it is open.',
    )
  })

  test('behavior: on a computer the code to scan, and its link', async () => {
    const { give, connectFarcaster } = await show()
    expect(connectFarcaster).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ namespace: 'eip155' }))
    expect(code()).toBeNull()
    expect(screen.getByRole('button', { name: 'Copy link' }).getAttribute('aria-disabled')).toBe('true')
    give()
    expect(code()).not.toBeNull()
    const [spoken] = screen.getAllByRole('status')
    expect(spoken?.textContent).toBe('Scan this code with your phone and confirm in Farcaster')
    expect(screen.getByRole('button', { name: 'Copy link' }).getAttribute('aria-disabled')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Open Farcaster' })).toBeNull()
  })

  test('behavior: on a phone the app opens in the tap; the code is for another phone', async () => {
    const { give } = await show({ isPhone: true })
    press('Open Farcaster')
    expect(window.open).not.toHaveBeenCalled()
    give()
    expect(code()).toBeNull()
    press('Open Farcaster')
    expect(window.open).toHaveBeenCalledExactlyOnceWith(url, '_blank', 'noreferrer')
    const other = screen.getByRole('button', { name: 'Use another phone' })
    expect(other.getAttribute('aria-expanded')).toBe('false')
    HTMLElement.prototype.scrollIntoView = () => {}
    fireEvent.click(other)
    expect(other.getAttribute('aria-expanded')).toBe('true')
    expect(code()).not.toBeNull()
  })

  test('behavior: the scheme of the app opens no page beside ours', async () => {
    const { give } = await show({ isPhone: true })
    give('farcaster://connect?channelToken=1')
    press('Open Farcaster')
    expect(window.open).toHaveBeenCalledExactlyOnceWith(
      'farcaster://connect?channelToken=1',
      '_self',
      'noreferrer',
    )
  })

  test.each([
    ['This code has expired', 'Get a new code', 'farcaster-expired'],
    ['The login with Farcaster did not work.', 'Try again', 'farcaster-failed'],
    ['The login with Farcaster did not work.', 'Try again', 'frame-timeout'],
    ['Farcaster is not set up here.', 'Try again', 'provider-off'],
    ['Something went wrong', 'Try again', 'frame-aborted'],
  ])('error: %s, and the button %s begins again (%s)', async (sentence, button, reason) => {
    const { give, fail, connectFarcaster } = await show()
    give()
    await fail(new BaseError('ended', { code: reason }))
    expect(screen.getByRole('status').textContent).toBe(sentence)
    expect(code()).toBeNull()
    press(button)
    await act(async () => {})
    expect(connectFarcaster).toHaveBeenCalledTimes(2)
    expect(code()).toBeNull()
    give()
    expect(code()).not.toBeNull()
  })

  test('behavior: leaving the view cancels the login, and its address is no longer shown', async () => {
    const { unmount, signals, connectFarcaster } = await show()
    const onUri = connectFarcaster.mock.lastCall?.[0].onUri
    unmount()
    expect(signals()).toEqual([true])
    onUri?.(url)
  })

  test('behavior: in strict mode only one login runs', async () => {
    const { signals, give } = await show({ isStrict: true })
    expect(signals()).toEqual([false])
    give()
    expect(code()).not.toBeNull()
  })
})
