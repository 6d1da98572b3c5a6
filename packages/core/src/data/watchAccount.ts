import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { accountLists } from './accountLists.ts'

/**
 * Keeps what is shown of an account up to date by the gateway's live stream. Loads what it needs when the first such thing
 * is shown, and does nothing where there is no gateway.
 */
export function watchAccount(kit: Kit, client: QueryClient): void {
  if (kit.options.gatewayUrl === undefined || typeof EventSource === 'undefined') return
  const leave = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'observerAdded' || !accountLists.has(query.queryKey[0])) return
    leave()
    // Without it everything is still read again when its lifetime ends.
    void import('./followAccounts.ts')
      .then(({ followAccounts }) => followAccounts(kit, client))
      .catch(() => {})
  })
}
