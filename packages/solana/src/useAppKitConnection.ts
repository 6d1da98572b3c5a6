import {
  findNetwork,
  getDefaultKit,
  getEndpoint,
  getNetworkId,
  type Kit,
  MissingAppKitError,
  type Network,
  type RpcRequestConfig,
  type State,
} from '@portico/core'
import { Connection } from '@solana/web3.js'
import { useMemo, useSyncExternalStore } from 'react'
import type { SolanaNamespace } from './solana.ts'

export interface UseAppKitConnectionReturnType {
  /** Undefined if the application lists no Solana network, or not the one that the wallet is on. */
  connection: Connection | undefined
}

/**
 * Returns a `Connection` of `@solana/web3.js` to the Solana network that is connected or would be, also before a wallet is
 * connected. It uses the first RPC URL of the network (`customRpcUrls`, the gateway, the network's own) and the
 * `connectionSettings` of the adapter. Of a URL's `config`, `fetchOptions` and `timeout` apply: `Connection` has retries of
 * its own, and sends no batches. Subscriptions use the network's WebSocket URL, if it lists one.
 *
 * @throws MissingAppKitError before `createAppKit` was called
 * @example
 * import { useAppKitProvider } from '@portico/react'
 * import type { SolanaProvider } from '@portico/solana'
 * import { useAppKitConnection } from '@portico/solana/react'
 *
 * const { connection } = useAppKitConnection()
 * const { walletProvider } = useAppKitProvider<SolanaProvider>('solana')
 * if (connection) await walletProvider.sendTransaction(transaction, connection)
 */
export function useAppKitConnection(): UseAppKitConnectionReturnType {
  const kit = getDefaultKit()
  if (!kit) throw new MissingAppKitError()
  const { store } = kit
  const network = useSyncExternalStore(
    store.subscribe,
    () => findSolanaNetwork(store.getState()),
    () => findSolanaNetwork(store.getInitialState()),
  )
  return useMemo(() => ({ connection: network && createConnection(kit, network) }), [kit, network])
}

function findSolanaNetwork(state: State): Network | undefined {
  return findNetwork(state, getNetworkId(state, 'solana'))
}

function createConnection(kit: Kit, { caipNetworkId, rpcUrls }: Network): Connection | undefined {
  const endpoint = getEndpoint(kit, caipNetworkId)
  const url = endpoint?.urls[0]
  if (url === undefined) return undefined
  const config = endpoint?.customUrls?.find((custom) => custom.url === url)?.config
  const namespace = kit.namespaces.get('solana') as SolanaNamespace | undefined
  const wsEndpoint = rpcUrls.default?.webSocket?.[0]
  return new Connection(url, {
    ...(wsEndpoint && { wsEndpoint }),
    ...namespace?.connectionSettings,
    commitment: namespace?.commitment ?? 'confirmed',
    ...(config && { fetch: createFetch(config) }),
  })
}

/** Returns a `fetch` with the options and the time limit that the application configured. */
function createFetch({ fetchOptions, timeout }: RpcRequestConfig): typeof fetch {
  return (input, init) => {
    const headers = new Headers(fetchOptions?.headers)
    new Headers(init?.headers).forEach((value, name) => {
      headers.set(name, value)
    })
    const signal = timeout === undefined ? init?.signal : AbortSignal.timeout(timeout)
    return fetch(input, { ...fetchOptions, ...init, headers, signal: signal ?? null })
  }
}
