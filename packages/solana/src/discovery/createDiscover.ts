import { type Connector, type DiscoverParameters, watchStandardWallets } from '@portico/core'
import { lazyConnector } from '../connector/lazyConnector.ts'
import { parseWallet } from '../parsing/parseWallet.ts'
import type { Commitment } from '../solana.ts'

const limit = 100

/**
 * Makes the namespace's `discover`: the wallets given by the application, then those that register by the Wallet
 * Standard. Of a name the first stays as long as it is registered; at most 100. On a server it does nothing.
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
    const known = new Map<object, Connector>()
    let listed: readonly Connector[] | undefined

    function report(registered: readonly object[]) {
      const connectors = new Map<string, Connector>()
      for (const wallet of [...wallets, ...registered]) {
        // Read once: a getter may answer differently the next time, and a list must not change under the visitor.
        const connector = known.get(wallet) ?? make(wallet)
        if (!connector) continue
        known.set(wallet, connector)
        const key = connector.id.toLowerCase()
        if (!connectors.has(key) && connectors.size < limit) connectors.set(key, connector)
      }
      const found = [...connectors.values()]
      if (listed?.length === found.length && listed.every((one, i) => one === found[i])) return
      listed = found
      onConnectors(found)
    }

    function make(wallet: object): Connector | undefined {
      const found = parseWallet(wallet)
      return found && lazyConnector({ ...found, commitment, networks })
    }

    if (announced) return watchStandardWallets(report)
    report([])
    return () => {}
  }
}
