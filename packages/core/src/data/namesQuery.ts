import { namesOfAddressResponse } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { hasNames } from './hasNames.ts'
import { lifetimes } from './lifetimes.ts'
import { namesCache } from './namesCache.ts'
import { readableName } from './readableName.ts'

/**
 * Returns the query of the names that an account registered at the gateway, without its ENS name. Disabled without a
 * gateway, and in namespaces without names.
 */
export function namesQuery(
  kit: Kit,
  { address, networkId }: SignInSubject,
): QueryObserverOptions<readonly string[], Error> {
  const key = address.toLowerCase()
  const cache = namesCache(kit)
  const stored = cache.get(key)
  return {
    queryKey: ['names-of', key],
    staleTime: lifetimes.names,
    enabled: hasNames(kit, networkId),
    ...(stored ? { initialData: stored.value, initialDataUpdatedAt: stored.timestamp } : {}),
    async queryFn({ signal }) {
      const start = Date.now()
      const records = await gatewayFetch(kit, {
        // The name of a smart account is found only with its network.
        path: `/v1/profile/reverse/${networkId}:${address}`,
        schema: namesOfAddressResponse,
        signal,
      })
      const names = records.map(({ name }) => name).filter((name) => readableName(name) !== null)
      cache.set(key, names, start)
      return names
    },
  }
}
