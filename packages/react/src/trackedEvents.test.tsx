// @vitest-environment jsdom

import { connect, disconnect, type TrackEvent } from '@portico/core'
import { ada, threeNamespaces } from '@portico/core/testing'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createInstance } from './appKit.ts'
import { loadViewCopy } from './copy.ts'
import { setDefaultAppKit } from './defaultKit.ts'
import { KitContext } from './kit/KitContext.ts'
import { Card } from './modal/parts/Card.tsx'
import { createRouter, type View } from './modal/router.ts'
import { trackViews } from './modal/trackViews.ts'
import { createTheme } from './theme.ts'

// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(loadViewCopy)
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 400 }))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  for (const name of ['IntersectionObserver', 'ResizeObserver'])
    vi.stubGlobal(
      name,
      class {
        observe() {}
        disconnect() {}
      },
    )
})
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** Shows a view, and returns the events that are raised from then on. */
async function show(view: View, { isConnected = false } = {}) {
  const { kit } = threeNamespaces({ gatewayUrl: 'https://gateway.test', features: { names: true } })
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
  return { kit, router: scope.router, events, raised }
}
const press = async (name: string | RegExp, role = 'button') =>
  fireEvent.click((await screen.findAllByRole(role, { name }))[0] as HTMLElement)

describe('events', () => {
  test('behavior: the help of Connect raises CLICK_WALLET_HELP, going back to it does not', async () => {
    const { router, events, raised } = await show({ name: 'connect' })
    await press('Help')
    await raised('CLICK_WALLET_HELP')
    act(() => router.push({ name: 'all-wallets' }))
    act(() => router.back())
    expect(events.filter(({ event }) => event === 'CLICK_WALLET_HELP')).toHaveLength(1)
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
    const { events, raised } = await show({ name: 'get-wallet', wallet })
    await press(/./, 'link')
    await raised('GET_WALLET')
    expect(events.at(-1)?.properties).toMatchObject({ name: 'Listed' })
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
