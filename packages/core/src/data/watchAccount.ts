import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { toGatewayUrl } from '../toGatewayUrl.ts'

/** The first elements of the query keys of account data. The second element is `<CAIP-2 ID>:<address>`. */
const accountLists: ReadonlySet<unknown> = new Set(['portfolio', 'activity', 'nfts'])

/**
 * Keeps the account data that is shown up to date with the gateway's event stream. Loads the code when such data is
 * first shown. Does nothing without a gateway.
 */
export function watchAccount(kit: Kit, client: QueryClient): void {
  const { gatewayUrl } = kit.options
  if (gatewayUrl === undefined || typeof EventSource === 'undefined') return
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || !accountLists.has(query.queryKey[0])) return
    unsubscribe()
    const url = toGatewayUrl(gatewayUrl, '/v1/stream')
    void import('./followAccounts.ts')
      .then(({ followAccounts }) => followAccounts(kit, client, { accountLists, url }))
      // Without the stream, data is still refetched when its lifetime ends.
      .catch(() => {})
  })
}
