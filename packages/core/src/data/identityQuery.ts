import type { NamespaceId } from '@portico/protocol'
import { type IdentityResponse, identityResponse } from '@portico/protocol/gateway'
import type { Query, QueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { getConnected, getConnectorDetails } from '../selectors.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { getQueryClient } from './getQueryClient.ts'
import { hasNames } from './hasNames.ts'
import { identityCache } from './identityCache.ts'
import { lifetimes } from './lifetimes.ts'
import { namesQuery } from './namesQuery.ts'
import { readableName } from './readableName.ts'
import { refetchAfter } from './refetchAfter.ts'

/** When to ask again if the gateway could not read the name, in milliseconds. */
const unreadMs = 60_000

/**
 * Returns the query of an account's name and avatar. If an account of the embedded wallet has no name, its registered
 * names are looked up. Disabled without a gateway, and in namespaces without names.
 */
export function identityQuery(
  kit: Kit,
  subject: SignInSubject,
): QueryObserverOptions<IdentityResponse, Error> {
  const { address, networkId } = subject
  const key = address.toLowerCase()
  const cache = identityCache(kit)
  const stored = cache.get(key)
  return {
    queryKey: ['identity', key],
    // What gateway and kit keep together is never older than the lifetime.
    staleTime: ({ state }: Query<IdentityResponse>) => remaining(state.data),
    refetchInterval: (query) => refetchAfter(remaining(query.state.data) || unreadMs)(query),
    enabled: hasNames(kit, networkId),
    ...(stored ? { initialData: stored.value, initialDataUpdatedAt: stored.timestamp } : {}),
    async queryFn({ signal }) {
      const start = Date.now()
      const found = await gatewayFetch(kit, {
        path: `/v1/identity/${address}`,
        // The registered name of a smart account is found only with its network.
        query: { chainId: networkId },
        schema: identityResponse,
        signal,
      })
      const readAt = start + remaining(found) - lifetimes.identity
      const identity = { ...found, name: readableName(found.name) }
      const registered =
        identity.name === null && isEmbedded(kit, subject) ? await findName(kit, subject) : undefined
      const oldest = Math.min(readAt, registered?.readAt ?? readAt)
      const named = { ...identity, name: registered?.name ?? identity.name }
      cache.set(key, { name: named.name, avatar: named.avatar, resolvedAt: named.resolvedAt }, oldest)
      return { ...named, maxAge: Math.max(0, oldest + lifetimes.identity - Date.now()) / 1000 }
    },
  }
}

/** Returns for how long an identity is fresh after it was received, in milliseconds. */
function remaining(identity: IdentityResponse | undefined): number {
  const maxAge = (identity?.maxAge ?? Number.POSITIVE_INFINITY) * 1000
  return Math.min(Math.max(maxAge, 0), lifetimes.identity)
}

function isEmbedded(kit: Kit, { address, networkId }: SignInSubject): boolean {
  const [namespace] = networkId.split(':') as [NamespaceId]
  const state = kit.store.getState()
  return (
    getConnected(state, namespace)?.address === address &&
    getConnectorDetails(state, namespace)?.type === 'AUTH'
  )
}

/** Looks up the registered name; undefined if it cannot be read. */
async function findName(
  kit: Kit,
  subject: SignInSubject,
): Promise<{ name: string | null; readAt: number } | undefined> {
  const client = getQueryClient(kit)
  const query = namesQuery(kit, subject)
  try {
    const [name = null] = await client.fetchQuery<readonly string[]>(query as never)
    return { name, readAt: client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0 }
  } catch (error) {
    kit.logger.debug('The registered name could not be read.', error)
    return undefined
  }
}
