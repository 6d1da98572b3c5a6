// @vitest-environment jsdom
import { connect, createEmitter } from '@portico/core'
import { addConnectors, getRecentWallets } from '@portico/core/internal'
import { ada, testKit } from '@portico/core/testing'
import type { Approval, Peer, WalletConnectEvent } from '@portico/walletconnect'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toWalletInfo } from '../account.ts'
import { syncWallet } from './syncWallet.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

function start({ wallet, options }: { wallet: Peer; options?: Parameters<typeof testKit>[0] }) {
  const { kit, storage } = testKit(options)
  stops.push(() => kit.destroy())
  const state: { wallet: Peer | undefined; approval: Approval | undefined } = { wallet, approval: undefined }
  const events = createEmitter<WalletConnectEvent>()
  syncWallet({
    kit,
    getRecentWallets,
    wc: {
      getWallet: () => state.wallet,
      getApproval: () => state.approval,
      subscribe: events.on,
    },
  })
  const connector = {
    ...({ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' } as const),
    connect: async () => ({
      accounts: [{ address: ada, type: 'eoa' as const }],
      networkId: 'eip155:1' as const,
    }),
    disconnect: async () => {},
    switchNetwork: async () => {},
    signMessage: async () => '0x',
    getProvider: () => undefined,
    subscribe: () => () => {},
  }
  addConnectors(kit, [connector])
  return {
    ...{ kit, storage, state, emit: events.emit },
    connect: () => connect(kit, { connectorId: 'walletConnect' }),
    info: () => toWalletInfo(kit.store.getState()),
  }
}

describe('syncWallet', () => {
  test('behavior: sets the connected wallet’s name and icon and removes them on disconnect', async () => {
    const icon = 'https://companion.example/icon.png'
    const { connect, info, state, kit } = start({ wallet: { name: 'Companion Wallet', icon } })
    expect(kit.store.getState().connectors.at(-1)?.walletName).toBeUndefined()
    await connect()
    expect(info()).toMatchObject({ name: 'Companion Wallet', icon, type: 'WALLET_CONNECT' })
    state.wallet = undefined
    kit.store.setState({ connections: {} })
    await connect()
    expect(info()).toMatchObject({ name: 'WalletConnect', icon: undefined })
  })

  test('behavior: a wallet of the list has the icon of the list', async () => {
    const { connect, info, storage } = start({
      wallet: { name: 'Rainbow', icon: 'https://rainbow.example/icon.png' },
      options: { gatewayUrl: 'https://gateway.example/portico/' },
    })
    const listed = { id: 'rainbow', name: 'Rainbow', image_url: '/getWalletImage/rainbow' }
    storage.setItem('@appkit/recent_wallets', JSON.stringify([listed]))
    await connect()
    expect(info()?.icon).toBe('https://gateway.example/portico/getWalletImage/rainbow')
  })

  test('behavior: a wallet that scanned the QR code is looked up in the list, once', async () => {
    const requests: URL[] = []
    vi.stubGlobal('fetch', async (input: URL) => {
      requests.push(new URL(input))
      const wallet = { id: 'rainbow', name: 'Rainbow', homepage: 'https://rainbow.example', order: 1 }
      return Response.json({ count: 1, data: [{ ...wallet, image_url: '/getWalletImage/rainbow' }] })
    })
    const { connect, info, kit } = start({
      wallet: { name: 'rainbow', icon: 'https://evil.example/icon.png' },
      options: { gatewayUrl: 'https://gateway.example' },
    })
    await connect()
    await vi.waitFor(() => expect(info()?.icon).toBe('https://gateway.example/getWalletImage/rainbow'))
    kit.store.setState({ connections: {} })
    await connect()
    expect(info()?.icon).toBe('https://gateway.example/getWalletImage/rainbow')
    expect(requests.map(({ searchParams }) => searchParams.get('names'))).toEqual(['rainbow'])
  })

  test('error: a wallet that the list does not have keeps its own icon', async () => {
    const fetched = vi.fn(async () => Response.json({ count: 0, data: [] }))
    vi.stubGlobal('fetch', fetched)
    const icon = 'https://companion.example/icon.png'
    const { connect, info } = start({
      wallet: { name: 'Companion', icon },
      options: { gatewayUrl: 'https://gateway.example' },
    })
    await connect()
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve))
    expect(info()?.icon).toBe(icon)
  })

  test('error: an icon of storage on another host is not used', async () => {
    const { connect, info, storage } = start({
      wallet: { name: 'Rainbow' },
      options: { gatewayUrl: 'https://gateway.example' },
    })
    const listed = { id: 'rainbow', name: 'Rainbow', image_url: 'https://evil.example/icon.png' }
    storage.setItem('@appkit/recent_wallets', JSON.stringify([listed]))
    await connect()
    expect(info()?.icon).toBeUndefined()
  })

  test('behavior: sets the approved networks, also when the wallet changes them', async () => {
    const { connect, emit, kit, state } = start({ wallet: { name: 'Companion Wallet' } })
    const approval = { accounts: [], methods: ['personal_sign'], events: [] }
    state.approval = { ...approval, chains: ['eip155:1'] }
    await connect()
    const details = () => kit.store.getState().connectors.at(-1)
    expect(details()).toMatchObject({ approvedNetworkIds: ['eip155:1'], supportsAllNetworks: false })
    state.approval = { ...approval, chains: ['eip155:1', 'eip155:8453'] }
    emit({ type: 'session' })
    expect(details()?.approvedNetworkIds).toEqual(['eip155:1', 'eip155:8453'])
    state.approval = { ...state.approval, methods: ['personal_sign', 'wallet_switchEthereumChain'] }
    emit({ type: 'session' })
    expect(details()?.supportsAllNetworks).toBe(true)
    kit.store.setState({ connections: {} })
    expect(details()?.approvedNetworkIds).toBeUndefined()
    expect(details()?.supportsAllNetworks).toBeUndefined()
  })
})
