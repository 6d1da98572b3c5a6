import { createEmitter } from '@portico/core'
import { formatCaipNetworkId, type NamespaceId, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { ConnectorRegistry } from './connector/createConnectorRegistry.ts'
import type {
  WalletConnect,
  WalletConnectConnector,
  WalletConnectEvent,
  WalletConnectOptions,
} from './contract.ts'
import { storageKeys } from './session/storageKeys.ts'

/**
 * Creates the WalletConnect v2 instance of an application, which connects wallets on other devices and in other apps
 * over a relay.
 *
 * The client is lazy-loaded: with the first connection, or when a stored session is restored. No connection is opened
 * before that. Keys and sessions stay in `storage`; the relay sees only encrypted messages.
 *
 * @see https://specs.walletconnect.com/2.0/
 * @example
 * import { mainnet } from '@portico/core/networks'
 * import { walletConnect } from '@portico/walletconnect'
 * const wc = walletConnect({
 *   relayUrl: 'wss://gateway.example.com/relay',
 *   projectId: 'local',
 *   metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
 *   networks: () => [mainnet],
 *   rpc: ({ networkId, method, params }) => sendRpc(networkId, { method, params }),
 *   storage: localStorage,
 * })
 * const { namespaces } = await wc.connect({ onUri: (uri) => showQrCode(uri) })
 */
export function walletConnect(options: WalletConnectOptions): WalletConnect {
  const { storage, networks } = options
  const { emit, on } = createEmitter<WalletConnectEvent>()
  let registry: ConnectorRegistry | undefined
  let loading: Promise<ConnectorRegistry> | undefined
  let isDestroyed = false

  function load(): Promise<ConnectorRegistry> {
    loading ??= import('./connector/createConnectorRegistry.ts').then(
      ({ createConnectorRegistry }) => {
        registry = createConnectorRegistry(options)
        registry.subscribe(emit)
        if (isDestroyed) registry.destroy()
        return registry
      },
      (error: unknown) => {
        // The code could not be fetched: let the next call try again.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  const hasSession = () => storage.getItem(storageKeys.sessions) !== null

  function createConnector(namespace: NamespaceId): WalletConnectConnector {
    const loadConnector = async () => (await load()).getConnector(namespace)
    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'WALLET_CONNECT',
      namespace,
      async connect(parameters) {
        if (!parameters.silent || hasSession()) return (await loadConnector()).connect(parameters)
        // Without a stored session there is nothing to restore, so the client is not loaded.
        const first = networks().find(({ chainNamespace }) => chainNamespace === namespace)
        const networkId = first?.caipNetworkId ?? formatCaipNetworkId({ namespace, reference: 0 })
        return { accounts: [], networkId, proofs: [] }
      },
      disconnect: async () => {
        if (loading || hasSession()) await (await load()).disconnect()
      },
      switchNetwork: async (parameters) => (await loadConnector()).switchNetwork(parameters),
      async signMessage(parameters) {
        const connector = loading || hasSession() ? await loadConnector() : undefined
        if (connector && registry?.getSession()) return connector.signMessage(parameters)
        throw new RpcError({
          rpcCode: rpcErrorCodes.disconnected,
          message: 'UniversalAdapter:signMessage - provider is undefined',
          isExact: true,
        })
      },
      // The client is loaded while a wallet is connected.
      getProvider: () => registry?.getConnector(namespace).getProvider(),
      subscribe(listener) {
        let unsubscribe: (() => void) | undefined
        let isUnsubscribed = false
        load().then(
          (loaded) => {
            if (!isUnsubscribed) unsubscribe = loaded.getConnector(namespace).subscribe(listener)
          },
          () => {},
        )
        return () => {
          isUnsubscribed = true
          unsubscribe?.()
        }
      },
    }
  }

  return {
    connectors: {
      eip155: createConnector('eip155'),
      solana: createConnector('solana'),
      bip122: createConnector('bip122'),
    },
    connect: async (parameters) => (await load()).connect(parameters),
    disconnect: async () => {
      if (loading || hasSession()) await (await load()).disconnect()
    },
    getWallet: () => registry?.getSession()?.peer,
    getApproval: (namespace) => registry?.getSession()?.namespaces[namespace],
    subscribe: on,
    preload: () => void load().catch(() => {}),
    destroy() {
      isDestroyed = true
      registry?.destroy()
    },
  }
}
