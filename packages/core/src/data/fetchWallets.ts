import { type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import type { Kit } from '../kit.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { getQueryClient } from './getQueryClient.ts'
import { lifetimes } from './lifetimes.ts'
import { type WalletsQueryParameters, walletsRequest } from './walletsRequest.ts'

/**
 * Fetches one page of the gateway's wallet list, see `walletsQuery`. A page that was fetched before is cached.
 *
 * @throws GatewayError · GatewayUnreachableError
 */
export async function fetchWallets(
  kit: Kit,
  { page = 1, ...parameters }: WalletsQueryParameters & { page?: number | undefined } = {},
): Promise<WalletsResponse> {
  const query = { ...walletsRequest(kit, parameters), page: String(page) }
  return getQueryClient(kit).fetchQuery({
    queryKey: ['walletsPage', ...Object.values(query)],
    staleTime: lifetimes.wallets,
    queryFn: ({ signal }) =>
      gatewayFetch(kit, { path: '/getWallets', query, schema: walletsResponse, signal }),
  })
}
