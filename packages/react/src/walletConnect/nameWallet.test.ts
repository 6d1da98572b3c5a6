import type { Kit } from '@portico/core'
import { describe, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { toWalletInfo } from '../account.ts'
import { nameWallet } from './nameWallet.ts'

const walletConnect = {
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  namespace: 'eip155',
} as const
const connected = { status: 'connected', connectorId: 'walletConnect' } as const

describe('nameWallet', () => {
  test('behavior: the connected wallet’s own name, and none after it', () => {
    const store = createStore(() => ({
      activeNamespace: 'eip155',
      connectors: [walletConnect],
      connections: {},
    })) as unknown as Kit['store']
    let name: string | undefined
    nameWallet({ store } as Kit, { getWallet: () => (name ? { name } : undefined) as never })
    const info = () => toWalletInfo(store.getState())?.name

    name = 'Companion Wallet'
    store.setState({ connections: { eip155: { ...connected } } as never })
    expect(info()).toBe('Companion Wallet')
    name = undefined
    store.setState({ connections: {} })
    store.setState({ connections: { eip155: { ...connected } } as never })
    expect(info()).toBe('WalletConnect')
  })
})
