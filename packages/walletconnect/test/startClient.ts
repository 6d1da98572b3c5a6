import {
  createTestRelay,
  createWalletConnectWallet,
  type TestRelay,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@portico/testkit/walletconnect'
import { type Client, type ClientEvent, createClient } from '../src/session/createClient.ts'
import type { ProposedNamespaces } from '../src/session/namespaces.ts'
import type { OneClick } from '../src/session/pairing.ts'
import { createSite, type Tab } from './createSite.ts'

export const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const proposed: ProposedNamespaces = {
  eip155: {
    chains: ['eip155:31337', 'eip155:31338'],
    methods: [
      'personal_sign',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
}
const metadata = { name: 'App', description: 'An app', url: 'https://app.test', icons: [] }

/** Starts a relay, a client in the first tab of a site, and a wallet, all in memory. */
export function startClient(walletOptions: Partial<WalletConnectWalletOptions> = {}) {
  const relay = createTestRelay()
  const site = createSite()
  const wallet = createWalletConnectWallet({
    relayUrl: relay.url,
    createSocket: relay.createSocket,
    chains: [{ chainId: 31337 }, { chainId: 31338 }],
    ...walletOptions,
  })
  const closers: (() => void)[] = [() => wallet.close()]

  function openTab(): { client: Client; tab: Tab; events: ClientEvent[]; close(): void } {
    const tab = site.openTab()
    const client = createClient({
      relayUrl: relay.url,
      projectId: 'local',
      metadata,
      storage: tab.storage,
      page: tab.page,
      lock: tab.lock,
      createSocket: relay.createSocket,
    })
    const events: ClientEvent[] = []
    client.subscribe((event) => events.push(event))
    const close = () => {
      client.destroy()
      tab.close()
    }
    closers.push(close)
    return { client, tab, events, close }
  }

  const first = openTab()
  return {
    relay,
    site,
    wallet,
    ...first,
    openTab,
    connect: (options: { oneClick?: OneClick; signal?: AbortSignal; proposed?: ProposedNamespaces } = {}) =>
      connect(first.client, wallet, options),
    stop() {
      for (const close of closers) close()
    },
  }
}

/** Connects a client to a wallet that opens each pairing URI immediately. */
export function connect(
  client: Client,
  wallet: WalletConnectWallet,
  options: { oneClick?: OneClick; signal?: AbortSignal; proposed?: ProposedNamespaces } = {},
) {
  return client.connect({
    proposed,
    ...options,
    // Pairing fails if the test ends first.
    onUri: (uri) => void wallet.pair(uri).catch(() => {}),
  })
}

export type Started = ReturnType<typeof startClient>
export type { TestRelay }
