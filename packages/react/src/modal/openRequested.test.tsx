// @vitest-environment jsdom

import { testKit } from '@portico/core/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../copy.ts'
import { KitContext, type KitScope } from '../kit/KitContext.ts'
import { mainnet, solana } from '../networks.ts'
import type { OpenOptions } from '../OpenOptions.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { createTheme } from '../theme.ts'
import { openPreparedWallet } from '../walletConnect/openPreparedWallet.ts'
import { getPairing, startPairing } from '../walletConnect/pairing.ts'
import { chooseWallet } from './chooseWallet.ts'
import { openRequested } from './openRequested.ts'
import { createRouter, currentView } from './router.ts'
import { ConnectingWalletConnectBasicView } from './views/connecting-wallet-connect/ConnectingWalletConnectBasicView.tsx'

installBrowserMethods()
beforeEach(loadViewCopy)
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) stop()
})

const uri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
const listed = { id: 'aa', name: 'Listed', mobile_link: 'listed://' }

function setup(options: Parameters<typeof testKit>[0] = {}) {
  const { kit } = testKit(options)
  const scope: KitScope = { kit, router: createRouter(), theme: createTheme({}) }
  stops.push(() => kit.destroy())
  const shown = () => currentView(scope.router.store.getState())
  return { kit, scope, shown }
}

describe('openRequested', () => {
  test('behavior: a given pairing URI is shown instead of one of the kit, until the modal closes', async () => {
    const { kit, scope, shown } = setup()
    await openRequested(scope, { uri })
    expect(shown().name).toBe('connecting-wallet-connect-basic')
    // The views start a pairing when they are mounted; the given one stays.
    startPairing(scope, { method: 'qrcode' })
    expect(getPairing(kit).getState()).toMatchObject({ status: 'ready', uri })
    render(
      <KitContext value={scope}>
        <ConnectingWalletConnectBasicView />
      </KitContext>,
    )
    expect(screen.getByRole('img', { name: 'QR code to connect a wallet' })).toBeDefined()
    scope.router.close()
    expect(getPairing(kit).getState().status).toBe('idle')
    expect(openPreparedWallet(kit, listed)).toBe(false)
  })

  test('behavior: the namespace it activates is still the active one after a reload', async () => {
    const { kit, scope } = setup({ networks: [mainnet, solana] })
    await openRequested(scope, { namespace: 'solana' })
    const reloaded = testKit({ networks: [mainnet, solana], storage: kit.storage }).kit
    stops.push(() => reloaded.destroy())
    expect(reloaded.store.getState().activeNamespace).toBe('solana')
  })

  test('behavior: a wallet of the list opens with the given URI, also without a relay of the kit', async () => {
    const { kit, scope, shown } = setup()
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await openRequested(scope, { uri, view: 'AllWallets' })
    chooseWallet(scope, listed)
    expect(shown()).toMatchObject({ name: 'connecting-wallet-connect', wallet: listed })
    expect(openPreparedWallet(kit, listed)).toBe(true)
    expect(opened.mock.calls[0]?.[0]).toBe(`listed://wc?uri=${encodeURIComponent(uri)}`)
    opened.mockRestore()
  })

  test('behavior: without adapters, opens on the QR code, and on a phone on the list of all wallets', async () => {
    const gatewayUrl = 'https://gateway.test'
    const walletConnect = { relayUrl: 'wss://relay.test' }
    const opened = async (request: OpenOptions, changes?: Parameters<typeof testKit>[0]) => {
      const { scope, shown } = setup({ adapters: [], gatewayUrl, walletConnect, ...changes })
      await openRequested(scope, request)
      return shown().name
    }
    expect(await opened({})).toBe('connecting-wallet-connect-basic')
    expect(await opened({ namespace: 'eip155' })).toBe('connecting-wallet-connect-basic')
    expect(await opened({ view: 'Connect' })).toBe('connect')
    expect(await opened({}, { adapters: undefined })).toBe('connecting-wallet-connect-basic')
    expect(await opened({}, { walletConnect: undefined })).toBe('connect')
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' })
    expect(await opened({})).toBe('all-wallets')
  })

  test('error: a URI of another scheme is not shown', async () => {
    const { scope } = setup()
    for (const wrong of ['', 'https://evil.test', 'wc: x', 'javascript:alert(1)'])
      await expect(openRequested(scope, { uri: wrong })).rejects.toThrow(
        '`uri` is not a WalletConnect pairing URI.',
      )
    expect(scope.router.store.getState().open).toBe(false)
  })
})
