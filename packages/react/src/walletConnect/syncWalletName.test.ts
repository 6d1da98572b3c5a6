import type { Kit } from '@portico/core'
import { describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { toWalletInfo } from '../account.ts'
import { syncWalletName } from './syncWalletName.ts'

const walletConnect = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  namespace: 'eip155',
} as const
const connected = { status: 'connected', connectorId: 'walletConnect' } as const

describe('syncWalletName', () => {
  test('behavior: sets the connected wallet’s name and removes it on disconnect', () => {
    const store = createStore(() => ({
      activeNamespace: 'eip155',
      connectors: [walletConnect],
      connections: {},
    })) as unknown as Kit['store']
    let name: string | undefined
    syncWalletName({ store } as Kit, { getWallet: () => (name ? { name } : undefined) as never })
    const currentName = () => toWalletInfo(store.getState())?.name

    name = 'Companion Wallet'
    store.setState({ connections: { eip155: { ...connected } } as never })
    expect(currentName()).toBe('Companion Wallet')
    name = undefined
    store.setState({ connections: {} })
    store.setState({ connections: { eip155: { ...connected } } as never })
    expect(currentName()).toBe('WalletConnect')
  })
})
