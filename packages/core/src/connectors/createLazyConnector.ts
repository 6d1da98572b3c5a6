import type { Connector, ConnectorDetails } from './connector.ts'

/**
 * Creates a connector whose code is loaded on first use: a page lists wallets long before the visitor chooses one.
 * The `preload()` of a namespace loads the same code earlier, so that connecting does not wait for it.
 *
 * @param parameters.details The plain data of the connector, available immediately.
 * @param parameters.provider Returned by `getProvider()` until the code is loaded.
 * @param parameters.load Loads the code and creates the connector. Called once, and again after a failure.
 * @example
 * import { createLazyConnector } from '@portico/core'
 * const connector = createLazyConnector({
 *   details: { id: 'dev.portico.wallet', name: 'Dev Wallet', type: 'ANNOUNCED', namespace: 'eip155' },
 *   load: async () => (await import('./createDevConnector.ts')).createDevConnector(),
 * })
 */
export function createLazyConnector({
  details,
  provider,
  load,
}: {
  details: ConnectorDetails
  provider?: unknown
  load: () => Promise<Connector>
}): Connector {
  let loaded: Connector | undefined
  let loading: Promise<Connector> | undefined
  const loadOnce = () => {
    loading ??= load().then(
      (connector) => {
        loaded = connector
        return loaded
      },
      (error: unknown) => {
        // Let the next call try again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  return {
    connect: async (options) => (await loadOnce()).connect(options),
    disconnect: async () => (await loadOnce()).disconnect(),
    switchNetwork: async (options) => (await loadOnce()).switchNetwork(options),
    signMessage: async (options) => (await loadOnce()).signMessage(options),
    // The code is loaded by the time a wallet is connected.
    getProvider: () => loaded?.getProvider() ?? provider,
    subscribe(listener) {
      if (loaded) return loaded.subscribe(listener)
      let unsubscribe: (() => void) | undefined
      let isCancelled = false
      loadOnce().then(
        (connector) => {
          if (!isCancelled) unsubscribe = connector.subscribe(listener)
        },
        // `connect` reports the failure to load.
        () => {},
      )
      return () => {
        isCancelled = true
        unsubscribe?.()
      }
    },
    ...details,
  }
}
