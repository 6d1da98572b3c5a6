import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { toGatewayUrl } from '../toGatewayUrl.ts'

/** First parts of the query keys of what an account has; the second is `<network id>:<address>`. */
const accountLists: ReadonlySet<unknown> = new Set(['portfolio', 'activity', 'nfts'])

/**
 * Keeps what is shown of an account up to date by the gateway's live stream. Loads what it needs when the first such thing
 * is shown, and does nothing where there is no gateway.
 */
export function watchAccount(kit: Kit, client: QueryClient): void {
  const { gatewayUrl } = kit.options
  if (gatewayUrl === undefined || typeof EventSource === 'undefined') return
  const leave = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || !accountLists.has(query.queryKey[0])) return
    leave()
    const url = toGatewayUrl(gatewayUrl, '/v1/stream')
    void import('./followAccounts.ts')
      .then(({ followAccounts }) => followAccounts(kit, client, { accountLists, url }))
      // Without it everything is still read again when its lifetime ends.
      .catch(() => {})
  })
}
