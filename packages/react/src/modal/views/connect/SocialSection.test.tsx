// @vitest-environment jsdom
import type { Features } from '@portico/core'
import type { LoginProvider } from '@portico/core/internal'
import { testKit } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, currentView, type View } from '../../router.ts'
import { ConnectSocialsView } from '../connect-socials/ConnectSocialsView.tsx'
import { ConnectView } from './ConnectView.tsx'

const walletUrl = 'https://wallet.test'
const all: readonly LoginProvider[] = ['google', 'x', 'discord', 'github', 'apple', 'facebook']
const stops: (() => void)[] = []

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
beforeEach(() => {
  vi.stubGlobal('open', vi.fn())
  vi.stubGlobal('fetch', async () => Response.json({ data: [], count: 0 }))
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows Connect, or another view, of an application whose operator has set up these providers. */
async function show(
  offeredSocials: readonly LoginProvider[] | undefined,
  {
    options = {},
    view = { name: 'connect' },
  }: { options?: Parameters<typeof testKit>[0]; view?: View | undefined } = {},
) {
  const { kit } = testKit({ walletUrl, gatewayUrl: 'https://gateway.test', ...options })
  stops.push(() => kit.destroy())
  kit.store.setState({ offeredSocials })
  const router = createRouter()
  router.open(view)
  await act(async () => {
    render(
      <KitContext value={{ kit, router, theme: createTheme({}) }}>
        {view.name === 'connect' ? <ConnectView view={view} /> : <ConnectSocialsView />}
      </KitContext>,
    )
  })
  await act(() => vi.dynamicImportSettled())
  const names = () =>
    screen.queryAllByTestId(/^social-selector-/).map((button) => [button.ariaLabel ?? button.textContent])
  return { kit, router, names, view: () => currentView(router.store.getState()) }
}

const withSocials = (socials: Features['socials']) => ({ options: { features: { socials } } })

describe('SocialSection', () => {
  test('behavior: six providers are six logos with accessible names', async () => {
    const { names } = await show(all)
    expect(screen.getByTestId('w3m-social-login-widget')).toBe(
      screen.getByRole('list', { name: 'Log in with' }),
    )
    expect(names().flat()).toEqual([
      'Continue with Google',
      'Continue with X',
      'Continue with Discord',
      'Continue with GitHub',
      'Continue with Apple',
      'Continue with Facebook',
    ])
    expect(screen.getByTestId('social-selector-google').textContent).toBe('')
  })

  test('behavior: with Farcaster there are seven: five logos and More, which lists them in the order of the options', async () => {
    const { names, view } = await show([...all, 'farcaster'])
    expect(names().flat()).toEqual([
      'Continue with Google',
      'Continue with X',
      'Continue with Discord',
      'Continue with Farcaster',
      'Continue with GitHub',
      'More',
    ])
    fireEvent.click(screen.getByTestId('social-selector-more'))
    expect(view().name).toBe('connect-socials')
  })

  test('behavior: one provider is a row with its name', async () => {
    const { names } = await show(['google'])
    expect(names()).toEqual([['Continue with Google']])
    expect(screen.getByText('Continue with Google')).toBeDefined()
  })

  test('param: features.socials orders and leaves out', async () => {
    const { names } = await show(all, withSocials(['github', 'google']))
    expect(names().flat()).toEqual(['Continue with GitHub', 'Continue with Google'])
  })

  test.each<[string, readonly LoginProvider[] | undefined, Parameters<typeof testKit>[0]]>([
    ['the operator has set up nothing', [], {}],
    ['the application wants none', all, { features: { socials: false } }],
    ['the application wants others', ['google'], { features: { socials: ['x'] } }],
    ['there is no embedded wallet', all, { walletUrl: undefined }],
  ])('behavior: without room for it if %s', async (_, offered, options) => {
    await show(offered, { options: { ...options, features: { email: false, ...options?.features } } })
    expect(screen.queryByTestId('w3m-social-login-widget')).toBeNull()
    expect(document.querySelector('.body > .bone')).toBeNull()
    expect(screen.queryAllByTestId(/separator$/)).toEqual([])
  })

  test('behavior: e-mail and social logins are one group, without a separator between them', async () => {
    const separators = async (connectMethodsOrder: ('email' | 'social' | 'wallet')[]) => {
      cleanup()
      await show(all, { options: { features: { connectMethodsOrder } } })
      return screen.queryAllByTestId(/separator$/).map(({ dataset }) => dataset.testid)
    }
    expect(await separators(['wallet', 'email', 'social'])).toEqual(['wui-separator'])
    expect(await separators(['email', 'social', 'wallet'])).toEqual(['w3m-social-login-or-separator'])
    expect(await separators(['email', 'wallet', 'social'])).toEqual([
      'w3m-email-login-or-separator',
      'wui-separator',
    ])
  })

  test('behavior: what becomes known on the first visit has its place from the start, so that nothing moves', async () => {
    const options = { features: { connectMethodsOrder: ['email', 'social', 'wallet'] as const } }
    const order = () =>
      [...document.querySelectorAll('[data-testid=wui-email-input], .socials, .bone:not(.row), .rows')].map(
        ({ className }) => className || 'email',
      )
    const { kit } = await show(undefined, { options })
    expect(order()).toEqual(['email', 'bone late', 'rows'])
    await act(async () => kit.store.setState({ offeredSocials: all }))
    await act(() => vi.dynamicImportSettled())
    expect(order()).toEqual(['email', 'socials', 'rows'])
    cleanup()
    const { kit: other } = await show(undefined, { options })
    await act(async () => other.store.setState({ socialsUnread: true }))
    expect(order()).toEqual(['email', 'rows'])
    cleanup()
    await show(all, { options })
    expect(order()).toEqual(['email', 'socials', 'rows'])
  })

  test('behavior: a press opens the window at once, and shows the view that waits for it', async () => {
    const { view } = await show(['google', 'github'], { view: { name: 'connect', namespace: 'eip155' } })
    fireEvent.click(screen.getByRole('button', { name: 'Continue with GitHub' }))
    // No await before: browsers block a window that is opened later.
    expect(`${vi.mocked(window.open).mock.calls[0]?.[0]}`).toBe(`${walletUrl}/social?provider=github`)
    expect(view()).toEqual({
      name: 'connecting-social',
      provider: 'github',
      title: 'GitHub',
      namespace: 'eip155',
      isRedirect: false,
    })
  })

  test('behavior: Farcaster opens no window, but the view with the code', async () => {
    const { view } = await show(['google', 'farcaster'], { view: { name: 'connect', namespace: 'eip155' } })
    fireEvent.click(screen.getByRole('button', { name: 'Continue with Farcaster' }))
    expect(window.open).not.toHaveBeenCalled()
    expect(view()).toEqual({ name: 'connecting-farcaster', title: 'Farcaster', namespace: 'eip155' })
  })

  test('behavior: without consent a press opens nothing', async () => {
    const options = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://app.test/terms' }
    const { view } = await show(['google'], { options })
    fireEvent.click(screen.getByTestId('social-selector-google'))
    expect(window.open).not.toHaveBeenCalled()
    expect(view().name).toBe('connect')
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  })

  test('behavior: inside another app the others are left, with a hint', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (Linux; Android 15; wv) Chrome/138.0',
    )
    const { names } = await show(['google', 'github'])
    expect(names().flat()).toEqual(['Continue with GitHub'])
    expect(screen.getByText('Open this page in your browser for more')).toBeDefined()
  })
})

describe('ConnectSocialsView', () => {
  const view = { name: 'connect-socials' } as const

  test('behavior: all providers as rows', async () => {
    const { names, view: shown } = await show(all, { view })
    expect(names().flat()).toHaveLength(6)
    const google = screen.getByRole('button', { name: 'Continue with Google' })
    expect(google.hasAttribute('data-autofocus')).toBe(true)
    fireEvent.click(google)
    expect(window.open).toHaveBeenCalledOnce()
    expect(shown().name).toBe('connecting-social')
  })

  test('error: nothing is set up', async () => {
    await show([], { view })
    expect(screen.getByText('No login is set up here')).toBeDefined()
  })
})
