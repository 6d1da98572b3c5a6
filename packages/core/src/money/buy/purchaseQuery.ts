import { type OnrampSession, onrampSession } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import { gatewayQuery } from '../../data/gatewayQuery.ts'
import { refetchAfter } from '../../data/refetchAfter.ts'
import type { Kit } from '../../kit.ts'

/** How often a purchase is asked for while a view shows it (ms). */
const intervalMs = 3000

/** Returns whether a purchase has ended, so that nothing more will be heard of it. */
export const hasEnded = ({ status }: OnrampSession): boolean =>
  status === 'arrived' || status === 'failed' || status === 'expired'

/** Returns the query of the state of a purchase, which is asked for until the purchase has ended. */
export function purchaseQuery(
  kit: Kit,
  { sessionId }: { sessionId: string },
): QueryObserverOptions<OnrampSession, Error> {
  return gatewayQuery(kit, {
    queryKey: ['onramp-session', sessionId],
    refetchInterval: (query) =>
      query.state.data && hasEnded(query.state.data) ? false : refetchAfter(intervalMs)(query),
    path: `/v1/onramp/sessions/${sessionId}`,
    schema: onrampSession,
  })
}
