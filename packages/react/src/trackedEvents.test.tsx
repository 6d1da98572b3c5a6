// @vitest-environment jsdom

import { connect, disconnect, type TrackEvent } from '@portico/core'
import { track } from '@portico/core/internal'
import { ada, threeNamespaces } from '@portico/core/testing'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { loadViewCopy } from './copy.ts'
import { createAppKit } from './createAppKit.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { KitContext } from './kit/KitContext.ts'
import { Card } from './modal/parts/Card.tsx'
import { createRouter, type View } from './modal/router.ts'
import { trackViews } from './modal/trackViews.ts'
import { base, mainnet } from './networks.ts'
import { installBrowserMethods } from './testing/installBrowserMethods.ts'
import { createTheme } from './theme.ts'

// Unchanged, but its calls are recorded: nothing can listen to an instance before it is created.
vi.mock('@portico/core/internal', async (original) => {
  const internal = await original<typeof import('@portico/core/internal')>()
  return { ...internal, track: vi.fn(internal.track) }
})

// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows a view, and returns the events that are raised from then on. */
async function show(
  view: View,
  {
    isConnected = false,
    answer = () => undefined,
  }: {
    isConnected?: boolean
    /** Answers a request to the gateway; undefined: it fails. */
    answer?: (url: string) => Response | undefined
  } = {},
) {
  vi.stubGlobal('fetch', async (url: URL) => answer(`${url}`) ?? Response.json({}, { status: 400 }))
  const { kit, wallets } = threeNamespaces({
    gatewayUrl: 'https://gateway.test',
    walletUrl: 'https://wallet.test',
    features: { names: true },
  })
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  setDefaultAppKit(createInstance(scope))
  stops.push(() => kit.destroy(), trackViews(scope))
  if (isConnected) await connect(kit, { connectorId: 'io.poly' })
  const events: TrackEvent[] = []
  kit.events.on((event) => event.type === 'track' && events.push(event.track))
  await act(async () => {
    scope.router.open(view)
    render(
      <KitContext value={scope}>
        <Card setLabel={() => {}} />
      </KitContext>,
    )
  })
  const raised = (name: TrackEvent['event']) =>
    waitFor(() => expect(events.map(({ event }) => event)).toContain(name))
  // Requests to the gateway fail meanwhile and raise events of their own.
  const find = (name: TrackEvent['event']) => events.find(({ event }) => event === name)
  return { kit, wallet: wallets.eip155, router: scope.router, events, raised, find }
}
const press = async (name: string | RegExp, role = 'button') =>
  fireEvent.click((await screen.findAllByRole(role, { name }))[0] as HTMLElement)

describe('events', () => {
  test('behavior: creating the instance raises MODAL_CREATED, then INITIALIZE', () => {
    vi.mocked(track).mockClear()
    const appKit = createAppKit({ projectId: 'test', networks: [mainnet, base], logLevel: 'silent' })
    stops.push(() => appKit.scope.kit.destroy())
    expect(appKit.getEvent()?.data).toMatchObject({ event: 'INITIALIZE', properties: { networks: 2 } })
    const { kit } = appKit.scope
    expect(vi.mocked(track).mock.calls).toEqual([
      [kit, 'MODAL_CREATED'],
      [kit, 'INITIALIZE', { networks: 2 }],
    ])
  })

  test('behavior: a wallet that fails to connect raises CONNECT_ERROR with the reason', async () => {
    const { kit, wallet, find } = await show({ name: 'connect' })
    wallet.connect = () => Promise.reject(new Error('no network'))
    await act(() => expect(connect(kit, { connectorId: 'io.poly' })).rejects.toThrow('no network'))
    expect(find('CONNECT_ERROR')?.properties).toMatchObject({ name: 'Polyglot', message: 'no network' })
  })

  test('behavior: a wallet that fails to disconnect raises DISCONNECT_ERROR', async () => {
    const { kit, wallet, find } = await show({ name: 'account' }, { isConnected: true })
    wallet.connector.disconnect = () => Promise.reject(new Error('locked'))
    await act(() => disconnect(kit))
    expect(find('DISCONNECT_ERROR')?.properties).toMatchObject({ name: 'Polyglot' })
  })

  test('behavior: the view to register a name raises OPEN_ENS_FLOW', async () => {
    const { raised } = await show({ name: 'register-name' }, { isConnected: true })
    await raised('OPEN_ENS_FLOW')
  })

  test('behavior: typing an e-mail address raises EMAIL_LOGIN_SELECTED, once', async () => {
    const { events, raised } = await show({ name: 'connect' })
    const input = await screen.findByRole('textbox', { name: 'Email' })
    for (const value of ['a', 'ad']) fireEvent.change(input, { target: { value } })
    await raised('EMAIL_LOGIN_SELECTED')
    expect(events.filter(({ event }) => event === 'EMAIL_LOGIN_SELECTED')).toHaveLength(1)
  })

  test('behavior: the help of Connect raises CLICK_WALLET_HELP, going back to it does not', async () => {
    const { router, events, raised } = await show({ name: 'connect' })
    await press('Help')
    await raised('CLICK_WALLET_HELP')
    act(() => router.push({ name: 'all-wallets' }))
    act(() => router.back())
    expect(events.filter(({ event }) => event === 'CLICK_WALLET_HELP')).toHaveLength(1)
  })

  test('behavior: the way from the help to a wallet raises CLICK_GET_WALLET_HELP', async () => {
    const { raised } = await show({ name: 'what-is-a-wallet' })
    await press('Choose a wallet')
    await raised('CLICK_GET_WALLET_HELP')
  })

  test('behavior: the card to upgrade the embedded wallet raises EMAIL_UPGRADE_FROM_MODAL', async () => {
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    const { kit, events, raised } = await show({ name: 'account-settings' }, { isConnected: true })
    act(() =>
      kit.store.setState(({ connectors }) => ({
        connectors: connectors.map((details) => ({ ...details, type: 'AUTH' })),
      })),
    )
    fireEvent.click(await screen.findByTestId('w3m-secure-website-button'))
    expect(opened).toHaveBeenCalledTimes(1)
    expect(events.map(({ event }) => event)).not.toContain('EMAIL_UPGRADE_FROM_MODAL')
    fireEvent.click(screen.getByTestId('w3m-wallet-upgrade-card'))
    expect(opened).toHaveBeenCalledTimes(2)
    await raised('EMAIL_UPGRADE_FROM_MODAL')
  })

  test('error: a view that throws raises INTERNAL_SDK_ERROR with its name and the reason', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    // Not enumerable: only the view reads it.
    const wallet = Object.defineProperty({ id: 'aa', name: 'Listed' }, 'chrome_store', {
      get() {
        throw new TypeError('broken')
      },
    })
    const { find, raised } = await show({ name: 'get-wallet', wallet })
    await raised('INTERNAL_SDK_ERROR')
    expect(find('INTERNAL_SDK_ERROR')).toMatchObject({
      type: 'error',
      properties: { view: 'get-wallet', message: 'TypeError: broken' },
    })
  })

  test('behavior: the list of networks raises CLICK_NETWORKS, its help CLICK_NETWORK_HELP', async () => {
    const { raised } = await show({ name: 'networks' }, { isConnected: true })
    await raised('CLICK_NETWORKS')
    await press(/network/i)
    await raised('CLICK_NETWORK_HELP')
  })

  test('behavior: the row of all wallets raises CLICK_ALL_WALLETS', async () => {
    const { raised } = await show({ name: 'connect' })
    await press(/^All wallets/)
    await raised('CLICK_ALL_WALLETS')
  })

  test('behavior: searching raises SEARCH_WALLET with the term', async () => {
    const { events, raised } = await show({ name: 'all-wallets' })
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'rain' } })
    await raised('SEARCH_WALLET')
    expect(events.find(({ event }) => event === 'SEARCH_WALLET')?.properties).toEqual({ search: 'rain' })
  })

  test('behavior: a link to a store raises GET_WALLET', async () => {
    const wallet = { id: 'aa', name: 'Listed', chrome_store: 'https://store.test' }
    const { find, raised } = await show({ name: 'get-wallet', wallet })
    await press(/./, 'link')
    await raised('GET_WALLET')
    expect(find('GET_WALLET')?.properties).toMatchObject({ name: 'Listed' })
  })

  test('behavior: the tab of transactions raises CLICK_TRANSACTIONS, and a failure ERROR_FETCH_TRANSACTIONS', async () => {
    const { events, raised } = await show({ name: 'account' }, { isConnected: true })
    await press('Activity', 'tab')
    await raised('CLICK_TRANSACTIONS')
    await raised('ERROR_FETCH_TRANSACTIONS')
    expect(events.find(({ event }) => event === 'API_ERROR')).toMatchObject({
      type: 'error',
      properties: { path: expect.any(String), message: expect.any(String) },
    })
  })

  test('behavior: asking for more transactions raises LOAD_MORE_TRANSACTIONS', async () => {
    const metadata = {
      ...({ operationType: 'send', hash: '0x1', minedAt: '2026-11-20T10:00:00Z', nonce: 0 } as const),
      ...({ sentFrom: ada, sentTo: ada, status: 'confirmed', chain: 'eip155:1' } as const),
    }
    const page = { data: [{ id: 'a', metadata, transfers: null }], next: 'second page' }
    const answer = (url: string) => (url.includes('/history') ? Response.json(page) : undefined)
    const { events, raised } = await show({ name: 'account' }, { isConnected: true, answer })
    await press('Activity', 'tab')
    const more = await screen.findByRole('button', { name: 'Load more' })
    expect(events.map(({ event }) => event)).not.toContain('LOAD_MORE_TRANSACTIONS')
    fireEvent.click(more)
    await raised('LOAD_MORE_TRANSACTIONS')
  })

  test('behavior: disconnecting raises DISCONNECT_SUCCESS with the address, and nothing if nothing was connected', async () => {
    const { kit, events } = await show({ name: 'account' }, { isConnected: true })
    await act(() => disconnect(kit))
    await act(() => disconnect(kit))
    const ended = events.filter(({ event }) => event === 'DISCONNECT_SUCCESS')
    expect(ended).toEqual([
      { type: 'track', event: 'DISCONNECT_SUCCESS', address: ada, properties: { namespace: 'all' } },
    ])
  })
})
