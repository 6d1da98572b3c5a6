import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { type IdentityResponse, identityResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { identityCache } from './identityCache.ts'
import { lifetimes } from './lifetimes.ts'

/** Returns the query of an account's name and avatar. Disabled without a gateway, and in namespaces without names. */
export function identityQuery(
  kit: Kit,
  { address, networkId }: SignInSubject,
): QueryObserverOptions<IdentityResponse, Error> {
  const key = address.toLowerCase()
  const cache = identityCache(kit)
  const stored = cache.get(key)
  return {
    queryKey: ['identity', key],
    staleTime: lifetimes.identity,
    enabled: kit.options.gatewayUrl !== undefined && hasNames(kit, networkId),
    ...(stored ? { initialData: stored.value, initialDataUpdatedAt: stored.timestamp } : {}),
    async queryFn({ signal }) {
      const identity = await gatewayFetch(kit, {
        path: `/v1/identity/${address}`,
        // The registered name of a smart account is found only with its network.
        query: { chainId: networkId },
        schema: identityResponse,
        signal,
      })
      cache.set(key, identity)
      return identity
    },
  }
}

function hasNames(kit: Kit, networkId: CaipNetworkId): boolean {
  const [namespace] = networkId.split(':') as [NamespaceId]
  return kit.namespaces.get(namespace)?.hasNames === true
}
