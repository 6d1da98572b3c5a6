import type { CaipNetworkId } from '@portico/protocol'
import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { getCapabilities } from './getCapabilities.ts'
import type { Capabilities } from './NamespaceCalls.ts'

/** How long the answer of a wallet counts as fresh, in milliseconds. */
const lifetimeMs = 300_000

/** Returns the query of what the connected wallet supports. Asks nothing while none is connected. */
export function capabilitiesQuery(
  kit: Kit,
): QueryObserverOptions<Partial<Record<CaipNetworkId, Capabilities>>, Error> {
  const connected = getConnected(kit.store.getState())
  return {
    // The embedded wallet supports something else if its account changes its type.
    queryKey: ['capabilities', connected?.connectorId, connected?.address, connected?.accounts[0]?.type],
    staleTime: lifetimeMs,
    enabled: connected !== undefined,
    queryFn: () => getCapabilities(kit),
  }
}
