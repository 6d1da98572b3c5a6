import { type Connector, type DiscoverParameters, watchStandardWallets } from '@portico/core'
import { lazyConnector } from '../connector/lazyConnector.ts'
import type { Endpoints } from '../esplora/createEndpoints.ts'
import { findProviders } from './findProviders.ts'
import { parseWallet } from './parseWallet.ts'

const limit = 100
/** How often, and how many times, `window` is looked at again: extensions put themselves there after the page began. */
const again = { interval: 250, times: 12 }

/**
 * Makes the namespace's `discover`: wallets of the Wallet Standard, of a name the first, at most 100; then those in a place
 * of their own on `window`, each hidden while one of its name is registered. On a server it does nothing.
 */
export function createDiscover(endpoints: Endpoints): (parameters: DiscoverParameters) => () => void {
  return ({ onConnectors, announced, injected }) => {
    if (typeof window === 'undefined') return () => {}
    const known = new Map<object, Connector | undefined>()
    let registered: readonly object[] = []
    let placed: readonly Connector[] = []
    let listed: readonly Connector[] | undefined
    const ends: (() => void)[] = []

    function report() {
      const connectors = new Map<string, Connector>()
      for (const connector of [...registered.map(toConnector), ...placed]) {
        const key = connector?.name.toLowerCase()
        if (key !== undefined && connector && !connectors.has(key) && connectors.size < limit)
          connectors.set(key, connector)
      }
      const found = [...connectors.values()]
      if (listed?.length === found.length && listed.every((one, i) => one === found[i])) return
      listed = found
      onConnectors(found)
    }

    /** Each is read once: a getter may answer differently the next time, and a list must not change under the visitor. */
    function toConnector(wallet: object): Connector | undefined {
      if (!known.has(wallet)) {
        const found = parseWallet(wallet)
        known.set(
          wallet,
          found && lazyConnector({ ...found, kind: 'standard', type: 'ANNOUNCED', endpoints }),
        )
      }
      return known.get(wallet)
    }

    function readPlaces() {
      placed = findProviders(window).map((found) => {
        const connector =
          known.get(found.home) ?? lazyConnector({ ...found, kind: found.id, type: 'INJECTED', endpoints })
        known.set(found.home, connector)
        return connector
      })
    }

    if (injected) {
      readPlaces()
      const look = () => {
        readPlaces()
        report()
      }
      let rest = again.times
      const timer = setInterval(() => {
        look()
        if (--rest === 0) clearInterval(timer)
      }, again.interval)
      window.addEventListener('load', look)
      ends.push(
        () => clearInterval(timer),
        () => window.removeEventListener('load', look),
      )
    }
    if (announced) {
      ends.push(
        watchStandardWallets((wallets) => {
          registered = wallets
          report()
        }),
      )
    } else report()

    return () => {
      for (const end of ends) end()
    }
  }
}
