import type { Connector, DiscoverParameters } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { lazyConnector } from '../connector/lazyConnector.ts'
import { type Announcement, type Provider, parseAnnouncement } from '../parsing/parseAnnouncement.ts'

/** The maximum number of announced wallets. */
const maxAnnouncements = 100

/**
 * Discovers wallets: those that announce themselves (EIP-6963) and those in `window.ethereum`, unless the same
 * provider was announced too; the latter are listed a moment later. Of several announcements with the same rdns or uuid, the first one counts. Does nothing
 * on a server.
 *
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function discover({ onConnectors, announced, injected }: DiscoverParameters): () => void {
  if (typeof window === 'undefined') return () => {}
  const announcements = new Map<Announcement, Connector>()
  let legacy = new Map<Provider, Connector>()
  let listed: readonly Connector[] | undefined
  let isStopped = false

  function report() {
    const providers = [...announcements.keys()].map(({ provider }) => provider)
    const connectors = [...announcements.values()]
    for (const [provider, connector] of legacy) {
      if (!providers.includes(provider)) connectors.push(connector)
    }
    if (listed?.length === connectors.length && listed.every((connector, i) => connector === connectors[i]))
      return
    listed = connectors
    onConnectors(connectors)
  }

  function add(event: Event) {
    const announcement = parseAnnouncement(readProperty(event, 'detail'))
    if (!announcement || announcements.size >= maxAnnouncements) return
    for (const { id, uuid } of announcements.keys()) {
      if (id.toLowerCase() === announcement.id.toLowerCase() || uuid === announcement.uuid) return
    }
    announcements.set(announcement, lazyConnector({ ...announcement, type: 'ANNOUNCED' }))
    if (listed) report()
  }

  async function readLegacy() {
    const ethereum = readProperty(window, 'ethereum')
    const isAnnounced = [...announcements.keys()].some(({ provider }) => provider === ethereum)
    if (!ethereum || (isAnnounced && !readProperty(ethereum, 'providers'))) legacy = new Map()
    else {
      // Loaded only in browsers whose wallet has not announced the same provider before the page asked.
      const { listLegacyWallets } = await import('./listLegacyWallets.ts')
      if (isStopped) return
      legacy = listLegacyWallets(legacy)
    }
    if (listed) report()
  }
  // The browser is offline. Wallets that announce themselves are listed in any case.
  const refreshLegacy = () => void readLegacy().catch(() => {})

  if (announced) {
    window.addEventListener('eip6963:announceProvider', add)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  }
  if (injected) {
    // Mobile wallets inject their provider after the page has loaded and dispatch this event.
    window.addEventListener('ethereum#initialized', refreshLegacy)
    refreshLegacy()
  }
  report()

  return () => {
    isStopped = true
    window.removeEventListener('eip6963:announceProvider', add)
    window.removeEventListener('ethereum#initialized', refreshLegacy)
  }
}
