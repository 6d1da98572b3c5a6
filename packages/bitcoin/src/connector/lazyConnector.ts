import type { Connector } from '@portico/core'
import type { CreateConnectorParameters } from './createConnector.ts'

/**
 * A connector whose code is fetched with its first use: a page lists wallets long before a visitor chooses one.
 * `bitcoin().preload()` fetches it ahead, so that choosing costs no waiting.
 */
export function lazyConnector(parameters: CreateConnectorParameters): Connector {
  const { id, name, type, icon } = parameters
  let loaded: Connector | undefined
  let loading: Promise<Connector> | undefined
  const load = () => {
    loading ??= import('./createConnector.ts').then(
      ({ createConnector }) => {
        loaded = createConnector(parameters)
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
    id,
    name,
    type,
    namespace: 'bip122',
    icon,
    connect: async (options) => (await load()).connect(options),
    disconnect: async () => (await load()).disconnect(),
    switchNetwork: async (options) => (await load()).switchNetwork(options),
    signMessage: async (options) => (await load()).signMessage(options),
    // Whoever is connected has loaded it.
    getProvider: () => loaded?.getProvider(),
    subscribe(listener) {
      if (loaded) return loaded.subscribe(listener)
      let stop: (() => void) | undefined
      let isOver = false
      load().then(
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
  }
}
