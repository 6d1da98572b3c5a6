import type { Connector, DiscoverParameters } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { lazyConnector } from '../connector/lazyConnector.ts'
import { type Announcement, type Provider, parseAnnouncement } from '../parsing/parseAnnouncement.ts'
import { findLegacyProviders } from './findLegacyProviders.ts'
import { legacyName } from './legacyName.ts'

const limit = 100

/**
 * Listens for wallets in a browser; on a server it does nothing. The first announcement of an rdns or uuid stays,
 * later ones change nothing. `window.ethereum` is listed as long as its provider was not announced as well.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function discover({ onConnectors, announced, injected }: DiscoverParameters): () => void {
  if (typeof window === 'undefined') return () => {}
  const announcements = new Map<Announcement, Connector>()
  let legacy = new Map<Provider, Connector>()
  let listed: readonly Connector[] | undefined

  function report() {
    const providers = [...announcements.keys()].map(({ provider }) => provider)
    const connectors = [...announcements.values()]
    for (const [provider, connector] of legacy) {
      if (!providers.includes(provider)) connectors.push(connector)
    }
    if (listed?.length === connectors.length && listed.every((one, i) => one === connectors[i])) return
    listed = connectors
    onConnectors(connectors)
  }

  function add(event: Event) {
    const found = parseAnnouncement(readProperty(event, 'detail'))
    if (!found || announcements.size >= limit) return
    for (const { id, uuid } of announcements.keys()) {
      if (id.toLowerCase() === found.id.toLowerCase() || uuid === found.uuid) return
    }
    announcements.set(found, lazyConnector({ ...found, type: 'ANNOUNCED' }))
    if (listed) report()
  }

  function readLegacy() {
    const found = new Map<Provider, Connector>()
    for (const [index, provider] of findLegacyProviders(window).entries()) {
      const name = legacyName(provider)
      const id = index === 0 ? 'injected' : `injected:${encodeURIComponent(name.toLowerCase())}`
      if ([...found.values()].some((connector) => connector.id === id)) continue
      const known = legacy.get(provider)
      found.set(provider, known?.id === id ? known : lazyConnector({ id, name, provider, type: 'INJECTED' }))
    }
    legacy = found
    if (listed) report()
  }

  if (announced) {
    window.addEventListener('eip6963:announceProvider', add)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    // Wallets of phones put their provider in place after the page has loaded, and say so.
    window.addEventListener('ethereum#initialized', readLegacy)
    readLegacy()
  }
  report()

  return () => {
    window.removeEventListener('eip6963:announceProvider', add)
    window.removeEventListener('ethereum#initialized', readLegacy)
  }
}
