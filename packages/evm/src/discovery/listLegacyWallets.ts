import type { Connector } from '@portico/core'
import { lazyConnector } from '../connector/lazyConnector.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { findLegacyProviders } from './findLegacyProviders.ts'
import { legacyName } from './legacyName.ts'

/**
 * Returns the wallets in `window.ethereum`, by their providers. The first has the ID `injected`, the others IDs made of their
 * names, each once.
 *
 * @param known the wallets found before; those that are still there keep their connectors
 */
export function listLegacyWallets(known: ReadonlyMap<unknown, Connector>): Map<Provider, Connector> {
  const found = new Map<Provider, Connector>()
  for (const [index, provider] of findLegacyProviders(window).entries()) {
    const name = legacyName(provider)
    const id = index === 0 ? 'injected' : `injected:${encodeURIComponent(name.toLowerCase())}`
    if ([...found.values()].some((connector) => connector.id === id)) continue
    const existing = known.get(provider)
    found.set(
      provider,
      existing?.id === id ? existing : lazyConnector({ id, name, provider, type: 'INJECTED' }),
    )
  }
  return found
}
