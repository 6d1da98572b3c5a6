import { type Connector, type DiscoverParameters, watchStandardWallets } from '@portico/core'
import { lazyConnector } from '../connector/lazyConnector.ts'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { findProviders } from './findProviders.ts'
import { parseWallet } from './parseWallet.ts'

const limit = 100
/** Polling of `window`: extensions may inject their provider after the page has started. */
const polling = { intervalMs: 250, attempts: 12 }

/**
 * Creates the namespace's `discover`. It reports at most 100 wallets with unique names: first the registered Wallet
 * Standard wallets, then those injected into `window`, unless a registered wallet has the same name. Does nothing on a
 * server.
 */
export function createDiscover(endpoints: Endpoints): (parameters: DiscoverParameters) => () => void {
  return ({ onConnectors, announced, injected }) => {
    if (typeof window === 'undefined') return () => {}
    const connectorCache = new Map<object, Connector | undefined>()
    let registered: readonly object[] = []
    let injectedConnectors: readonly Connector[] = []
    let reported: readonly Connector[] | undefined
    const cleanups: (() => void)[] = []

    function report() {
      const connectors = new Map<string, Connector>()
      for (const connector of [...registered.map(toConnector), ...injectedConnectors]) {
        const key = connector?.name.toLowerCase()
        if (key !== undefined && connector && !connectors.has(key) && connectors.size < limit)
          connectors.set(key, connector)
      }
      const current = [...connectors.values()]
      if (reported?.length === current.length && reported.every((connector, i) => connector === current[i]))
        return
      reported = current
      onConnectors(current)
    }

    /**
     * Parses each wallet once: its getters may return other values later, which would change the list shown to the
     * user.
     */
    function toConnector(wallet: object): Connector | undefined {
      if (!connectorCache.has(wallet)) {
        const parsed = parseWallet(wallet)
        connectorCache.set(
          wallet,
          parsed && lazyConnector({ ...parsed, kind: 'standard', type: 'ANNOUNCED', endpoints }),
        )
      }
      return connectorCache.get(wallet)
    }

    function readInjected() {
      injectedConnectors = findProviders(window).map((provider) => {
        const connector =
          connectorCache.get(provider.walletObject) ??
          lazyConnector({ ...provider, kind: provider.id, type: 'INJECTED', endpoints })
        connectorCache.set(provider.walletObject, connector)
        return connector
      })
    }

    if (injected) {
      readInjected()
      const refresh = () => {
        readInjected()
        report()
      }
      let attemptsLeft = polling.attempts
      const timer = setInterval(() => {
        refresh()
        if (--attemptsLeft === 0) clearInterval(timer)
      }, polling.intervalMs)
      window.addEventListener('load', refresh)
      cleanups.push(
        () => clearInterval(timer),
        () => window.removeEventListener('load', refresh),
      )
    }
    if (announced) {
      cleanups.push(
        watchStandardWallets((wallets) => {
          registered = wallets
          report()
        }),
      )
    } else report()

    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }
}
