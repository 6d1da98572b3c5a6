import { type Connector, type DiscoverParameters, watchStandardWallets } from '@portico/core'
import { isWalletAdapter } from '../adapters/isWalletAdapter.ts'
import type { Commitment } from '../Commitment.ts'
import { lazyConnector } from '../connector/lazyConnector.ts'
import { parseWallet } from '../parsing/parseWallet.ts'

const maxConnectors = 100

/**
 * Creates the namespace's `discover` function. It reports the wallets that the application passed, then those registered
 * through the Wallet Standard, then the application's wallet adapters; of wallets with the same name only the first, and at
 * most 100. On a server it does nothing.
 */
export function createDiscover({
  wallets,
  commitment,
}: {
  wallets: readonly object[]
  commitment: Commitment
}): (parameters: DiscoverParameters) => () => void {
  return ({ onConnectors, announced, networks }) => {
    if (typeof window === 'undefined') return () => {}
    const connectorOf = new Map<object, Connector>()
    const adapters = wallets.filter(isWalletAdapter)
    let registered: readonly object[] = []
    let wrapped: readonly object[] = []
    let reported: readonly Connector[] | undefined
    let isStopped = false
    let stopAdapters: (() => void) | undefined

    function report() {
      const connectors = new Map<string, Connector>()
      for (const wallet of [...wallets, ...registered, ...wrapped]) {
        // Read each wallet once: its getters may return different values later, and the list must stay stable.
        const connector = connectorOf.get(wallet) ?? create(wallet)
        if (!connector) continue
        connectorOf.set(wallet, connector)
        const key = connector.id.toLowerCase()
        if (!connectors.has(key) && connectors.size < maxConnectors) connectors.set(key, connector)
      }
      const found = [...connectors.values()]
      if (reported?.length === found.length && reported.every((one, i) => one === found[i])) return
      reported = found
      onConnectors(found)
    }

    function create(wallet: object): Connector | undefined {
      const found = parseWallet(wallet)
      return found && lazyConnector({ ...found, commitment, networks })
    }

    if (adapters.length > 0)
      import('../adapters/watchAdapters.ts').then(
        ({ watchAdapters }) => {
          if (isStopped) return
          stopAdapters = watchAdapters(adapters, (current) => {
            wrapped = current
            report()
          })
        },
        // The browser is offline. Registered wallets are listed in any case.
        () => {},
      )
    if (!announced) report()
    const stop = announced
      ? watchStandardWallets((current) => {
          registered = current
          report()
        })
      : undefined
    return () => {
      isStopped = true
      stop?.()
      stopAdapters?.()
    }
  }
}
