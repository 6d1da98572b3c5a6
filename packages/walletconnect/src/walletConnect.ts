import { formatCaipNetworkId, type NamespaceId } from '@portico/protocol'
import type { Hub } from './connector/createHub.ts'
import type {
  WalletConnect,
  WalletConnectConnector,
  WalletConnectEvent,
  WalletConnectOptions,
} from './contract.ts'
import { storageKeys } from './session/storageKeys.ts'

/**
 * WalletConnect v2 for an application: wallets on other devices and in other apps, over a relay.
 *
 * Cheap to make: its code is fetched with the first connection, or at once where a session was stored, and no
 * connection is opened before that. Keys and sessions stay in `storage`; nothing but envelopes reaches the relay.
 *
 * @see https://specs.walletconnect.com/2.0/
 * @example
 * import { walletConnect } from '@portico/walletconnect'
 * const wc = walletConnect({
 *   relayUrl: 'wss://gateway.example.com/relay',
 *   projectId: 'local',
 *   metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
 *   networks: () => [mainnet],
 *   rpc: ({ networkId, method, params }) => ask(networkId, { method, params }),
 *   storage: localStorage,
 * })
 * const { namespaces } = await wc.connect({ onUri: (uri) => showQrCode(uri) })
 */
export function walletConnect(options: WalletConnectOptions): WalletConnect {
  const { storage, networks } = options
  const listeners = new Set<(event: WalletConnectEvent) => void>()
  let hub: Hub | undefined
  let loading: Promise<Hub> | undefined
  let isDestroyed = false

  function load(): Promise<Hub> {
    loading ??= import('./connector/createHub.ts').then(
      ({ createHub }) => {
        hub = createHub(options)
        hub.subscribe((event) => {
          for (const listener of [...listeners]) listener(event)
        })
        if (isDestroyed) hub.destroy()
        return hub
      },
      (error: unknown) => {
        // Not fetched today; the next try asks again.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  const hasSession = () => storage.getItem(storageKeys.sessions) !== null

  function connector(namespace: NamespaceId): WalletConnectConnector {
    const part = async () => (await load()).getConnector(namespace)
    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'WALLET_CONNECT',
      namespace,
      async connect(parameters) {
        if (!parameters.silent || hasSession()) return (await part()).connect(parameters)
        // Nothing to fetch and nobody to ask on a page that was never connected.
        const first = networks().find(({ chainNamespace }) => chainNamespace === namespace)
        const networkId = first?.caipNetworkId ?? formatCaipNetworkId({ namespace, reference: 0 })
        return { accounts: [], networkId, proofs: [] }
      },
      disconnect: async () => {
        if (loading || hasSession()) await (await load()).disconnect()
      },
      switchNetwork: async (parameters) => (await part()).switchNetwork(parameters),
      signMessage: async (parameters) => (await part()).signMessage(parameters),
      // Whoever is connected has loaded it.
      getProvider: () => hub?.getConnector(namespace).getProvider(),
      subscribe(listener) {
        let stop: (() => void) | undefined
        let isOver = false
        load().then(
          (loaded) => {
            if (!isOver) stop = loaded.getConnector(namespace).subscribe(listener)
          },
          () => {},
        )
        return () => {
          isOver = true
          stop?.()
        }
      },
    }
  }

  return {
    connectors: { eip155: connector('eip155'), solana: connector('solana'), bip122: connector('bip122') },
    connect: async (parameters) => (await load()).connect(parameters),
    disconnect: async () => {
      if (loading || hasSession()) await (await load()).disconnect()
    },
    getWallet: () => hub?.getWallet(),
    subscribe(listener) {
      const entry = (event: WalletConnectEvent) => listener(event)
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
    preload: () => void load().catch(() => {}),
    destroy() {
      isDestroyed = true
      hub?.destroy()
    },
  }
}
