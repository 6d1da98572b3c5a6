// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { SocialLoginError } from '@portico/core/embedded'
import { deferred, testKit } from '@portico/core/testing'
import { BaseError, RpcError } from '@portico/protocol'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, type View } from '../../router.ts'
import { ConnectingSocialView } from './ConnectingSocialView.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('../../../embedded/loadEmbedded.ts', () => ({ loadEmbedded }))

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('open', vi.fn())
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const view = {
  name: 'connecting-social',
  provider: 'google',
  title: 'Google',
  namespace: 'eip155',
} as const satisfies View

/** Shows the view, with a login at Google that has not ended. */
async function show(change: Partial<Extract<View, { name: 'connecting-social' }>> = {}) {
  const { kit } = testKit({ walletUrl: 'https://wallet.test' })
  stops.push(() => kit.destroy())
  const attempts: { promise: Promise<void>; reject: (error: unknown) => void }[] = []
  const connectSocial = vi.fn<Embedded['connectSocial']>(() => {
    const attempt = deferred()
    attempts.push(attempt)
    return attempt.promise
  })
  loadEmbedded.mockResolvedValue({ connectSocial, place() {}, focus() {} } as unknown as Embedded)
  const result = render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <ConnectingSocialView view={{ ...view, ...change }} />
    </KitContext>,
  )
  await act(async () => {})
  const fail = (error: unknown) => act(async () => attempts.at(-1)?.reject(error))
  const setSurface = (name: 'none' | 'social') =>
    act(() =>
      kit.store.setState({
        embedded: {
          email: undefined,
          login: { step: 'none' },
          requests: [],
          surface: { view: name, height: 100 },
        },
      }),
    )
  const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)
  return { ...result, kit, connectSocial, fail, setSurface, buttons }
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const heading = () => document.querySelector('h2')?.textContent
const signalOf = (
  connectSocial: { mock: { calls: Parameters<Embedded['connectSocial']>[] } },
  call: number,
) => connectSocial.mock.calls[call]?.[1]?.signal

describe('ConnectingSocialView', () => {
  test('behavior: while the visitor is at the provider; later it offers more, and nothing ends', async () => {
    const { connectSocial, buttons } = await show()
    expect(connectSocial.mock.calls[0]).toMatchObject(['google', { namespace: 'eip155' }])
    expect(heading()).toBe('Continue in the window of Google')
    expect(buttons()).toEqual([])
    pass(8_000)
    expect(buttons()).toEqual(['Nothing there? Open it again'])
    pass(37_000)
    expect(buttons()).toEqual(['Nothing there? Open it again', 'Try again'])
    pass(10 * 60_000)
    expect(heading()).toBe('Continue in the window of Google')
    expect(connectSocial).toHaveBeenCalledOnce()
    expect(signalOf(connectSocial, 0)?.aborted).toBe(false)
  })

  test.each([
    ['You said no at Google.', new SocialLoginError({ reason: 'refused' })],
    ['You said no at Google.', new RpcError({ rpcCode: 4001, message: 'declined' })],
    ['The login with Google did not work.', new SocialLoginError({ reason: 'failed' })],
    ['The login with Google did not work.', new BaseError('late', { code: 'frame-timeout' })],
    ['Google is not set up here.', new BaseError('off', { code: 'social-not-configured' })],
    ['Google is not set up here.', new BaseError('off', { code: 'provider-off' })],
    ['Something went wrong', new BaseError('aborted', { code: 'frame-aborted' })],
    [
      'This device is new to your wallet. Log in again in 72 hours, or use a device where it is open.',
      Object.assign(new BaseError('held', { code: 'device-held' }), { retryAfter: 72 * 3600 }),
    ],
  ])('error: %s (%s)', async (sentence, error) => {
    const { fail, buttons, connectSocial } = await show()
    await fail(error)
    expect(heading()).toBe(sentence)
    expect(screen.getByRole('status').textContent).toBe(sentence)
    expect(buttons()).toEqual(['Try again'])
    pass(60_000)
    expect(buttons()).toEqual(['Try again'])
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    // In the click.
    expect(window.open).toHaveBeenCalledOnce()
    await act(async () => {})
    expect(heading()).toBe('Continue in the window of Google')
    expect(connectSocial).toHaveBeenCalledTimes(2)
  })

  test('behavior: opening the window again starts anew, and the failure of the old attempt is not shown', async () => {
    const { connectSocial, buttons } = await show()
    pass(8_000)
    fireEvent.click(screen.getByRole('button', { name: 'Nothing there? Open it again' }))
    expect(window.open).toHaveBeenCalledOnce()
    await act(async () => {})
    expect(signalOf(connectSocial, 0)?.aborted).toBe(true)
    expect(signalOf(connectSocial, 1)?.aborted).toBe(false)
    expect(heading()).toBe('Continue in the window of Google')
    expect(buttons()).toEqual([])
  })

  test('behavior: leaving the view cancels the login', async () => {
    const { connectSocial, unmount } = await show()
    unmount()
    expect(signalOf(connectSocial, 0)?.aborted).toBe(true)
  })

  test('behavior: leaving the view before the wallet is loaded cancels too, which closes the window', async () => {
    const loading = deferred<void>()
    const connectSocial = vi.fn(async () => {})
    loadEmbedded.mockReturnValue(loading.promise.then(() => ({ connectSocial }) as unknown as Embedded))
    const { kit } = testKit({ walletUrl: 'https://wallet.test' })
    stops.push(() => kit.destroy())
    const { unmount } = render(
      <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
        <ConnectingSocialView view={view} />
      </KitContext>,
    )
    unmount()
    loading.resolve()
    await act(async () => {})
    expect(connectSocial).toHaveBeenCalledExactlyOnceWith('google', {
      namespace: 'eip155',
      signal: expect.objectContaining({ aborted: true }),
      isRedirect: false,
    })
  })

  test('behavior: strict mode, which runs effects twice, starts one login and keeps its window', async () => {
    const connectSocial = vi.fn(() => new Promise<void>(() => {}))
    loadEmbedded.mockResolvedValue({ connectSocial } as unknown as Embedded)
    const { kit } = testKit({ walletUrl: 'https://wallet.test' })
    stops.push(() => kit.destroy())
    render(
      <StrictMode>
        <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
          <ConnectingSocialView view={view} />
        </KitContext>
      </StrictMode>,
    )
    await act(async () => {})
    expect(connectSocial).toHaveBeenCalledExactlyOnceWith('google', {
      namespace: 'eip155',
      signal: expect.objectContaining({ aborted: false }),
      isRedirect: false,
    })
  })

  test('behavior: without a window, the wallet’s frame has the button that opens it', async () => {
    const { setSurface, container, buttons } = await show()
    expect(container.querySelector('.frame-slot')).toBeNull()
    setSurface('social')
    expect(container.querySelector('.frame-slot')).not.toBeNull()
    pass(8_000)
    expect(buttons()).toEqual([])
    setSurface('none')
    expect(container.querySelector('.frame-slot')).toBeNull()
  })

  test('behavior: in place of the page: no window, only the frame’s button, and what happens next', async () => {
    const { setSurface, buttons } = await show({ isRedirect: true })
    setSurface('social')
    expect(heading()).toBe('Continue at Google')
    pass(8_000)
    expect(buttons()).toEqual([])
    expect(window.open).not.toHaveBeenCalled()
  })

  test('behavior: back from the provider it completes the login; another attempt visits the provider again', async () => {
    const result = 'https://wallet.test/social?result=h'
    const { connectSocial, fail } = await show({ isRedirect: true, result })
    expect(heading()).toBe('Logging you in')
    expect(connectSocial.mock.calls[0]?.[1]).toMatchObject({ result, isRedirect: true })
    await fail(new SocialLoginError({ reason: 'refused' }))
    expect(heading()).toBe('You said no at Google.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await act(async () => {})
    expect(connectSocial.mock.calls[1]?.[1]?.result).toBeUndefined()
    expect(heading()).toBe('Continue at Google')
    expect(window.open).not.toHaveBeenCalled()
  })
})
