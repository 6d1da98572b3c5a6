import type { Connector, ConnectorDetails } from './connector.ts'

/**
 * A connector whose code is fetched with its first use: a page lists wallets long before a visitor chooses one.
 * A namespace's `preload()` fetches the same ahead, so that choosing costs no waiting.
 *
 * @param parameters.details what the list shows of it.
 * @param parameters.provider what `getProvider()` gives until the code is there.
 * @param parameters.load fetches the code and makes the connector; asked once, and again after it failed.
 * @example
 * import { createLazyConnector } from '@portico/core'
 * const connector = createLazyConnector({
 *   details: { id: 'dev.portico.wallet', name: 'Dev Wallet', type: 'ANNOUNCED', namespace: 'eip155' },
 *   load: async () => (await import('./createConnector.ts')).createConnector(wallet),
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
        // Not fetched today; the next try asks again.
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
    // Whoever is connected has loaded it.
    getProvider: () => loaded?.getProvider() ?? provider,
    subscribe(listener) {
      if (loaded) return loaded.subscribe(listener)
      let stop: (() => void) | undefined
      let isOver = false
      loadOnce().then(
        (connector) => {
          if (!isOver) stop = connector.subscribe(listener)
        },
        () => {},
      )
      return () => {
        isOver = true
        stop?.()
      }
    },
    ...details,
  }
}
