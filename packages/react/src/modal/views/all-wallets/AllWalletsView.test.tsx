// @vitest-environment jsdom

import { testKit } from '@portico/core/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, currentView } from '../../router.ts'
import { AllWalletsView } from './AllWalletsView.tsx'

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const wallet = (name: string) => ({ id: name, name, homepage: 'https://wallet.test', order: 1 })

/** Renders the view with a gateway that lists one plain wallet and these certified ones. */
function show(certified: readonly string[], options: Parameters<typeof testKit>[0] = {}) {
  vi.stubGlobal('fetch', async (input: unknown) => {
    const isFiltered = new URL(String(input)).searchParams.get('badge') === 'certified'
    const names = isFiltered ? certified : ['Plain', ...certified]
    return Response.json({ count: names.length, data: names.map(wallet) })
  })
  const { kit } = testKit({ gatewayUrl: 'https://gateway.test', ...options })
  const router = createRouter()
  router.open({ name: 'all-wallets', namespace: 'eip155' })
  render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <AllWalletsView />
    </KitContext>,
  )
  kit.destroy()
  return () => currentView(router.store.getState())
}

describe('AllWalletsView', () => {
  test('behavior: a switch restricts the list to certified wallets', async () => {
    show(['Vouched'])
    await screen.findByText('Plain')
    const filter = await screen.findByRole('switch', { name: 'Certified wallets only' })
    fireEvent.click(filter)
    await vi.waitFor(() => expect(screen.queryByText('Plain')).toBeNull())
    expect(await screen.findByText('Vouched')).toBeDefined()
    fireEvent.click(filter)
    expect(await screen.findByText('Plain')).toBeDefined()
  })

  test('behavior: there is no switch if the gateway certifies no wallet', async () => {
    show([])
    await screen.findByText('Plain')
    expect(screen.queryByRole('switch')).toBeNull()
  })

  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
  const walletConnect = { relayUrl: 'wss://relay.test' }

  test('behavior: on a phone, a button leads to the QR code for another device', async () => {
    vi.stubGlobal('navigator', { userAgent: iPhone })
    const view = show([], { walletConnect, enableReconnect: false })
    fireEvent.click(await screen.findByRole('button', { name: 'Show QR code' }))
    expect(view()).toEqual({ name: 'connecting-wallet-connect', namespace: 'eip155' })
  })

  test.each([
    ['on a computer, whose list of Connect has it', '', { walletConnect }],
    ['without WalletConnect', iPhone, {}],
  ])('behavior: no button for the QR code %s', async (_, userAgent, options) => {
    vi.stubGlobal('navigator', { userAgent })
    show([], options)
    await screen.findByText('Plain')
    expect(screen.queryByRole('button', { name: 'Show QR code' })).toBeNull()
  })
})
