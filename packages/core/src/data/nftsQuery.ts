import type { NamespaceId } from '@portico/protocol'
import { type NftsResponse, nftsResponse } from '@portico/protocol/gateway'
import type { InfiniteData, InfiniteQueryObserverOptions } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'

/** Returns the query of the NFTs an account holds on one network, in pages. Needs a gateway that indexes NFTs. */
export function nftsQuery(
  kit: Kit,
  { address, networkId }: SignInSubject,
): InfiniteQueryObserverOptions<
  NftsResponse,
  Error,
  InfiniteData<NftsResponse, string>,
  readonly string[],
  string
> {
  const [namespace] = networkId.split(':') as [NamespaceId]
  return {
    queryKey: ['nfts', `${networkId}:${address}`],
    staleTime: lifetimes.portfolio,
    // An empty list would mean that the account has none.
    enabled: kit.options.gatewayUrl !== undefined && kit.namespaces.get(namespace)?.hasNfts !== false,
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    queryFn: ({ pageParam, signal }) =>
      gatewayFetch(kit, {
        path: `/v1/account/${networkId}:${address}/nfts`,
        query: { cursor: pageParam },
        schema: nftsResponse,
        signal,
      }),
  }
}
