import { getConnected, type Kit, NoActiveCaipAddressError } from '@portico/core'
import { getQueryClient, pickShownBalance, portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'

/**
 * Fetches the connected account's balance, bypassing the cache. Import this file dynamically: it pulls in the data
 * layer.
 *
 * @throws NoActiveCaipAddressError if no wallet is connected · GatewayError · GatewayUnreachableError
 */
export async function fetchShownBalance(kit: Kit): Promise<TokenBalance | undefined> {
  const connected = getConnected(kit.store.getState())
  if (!connected) throw new NoActiveCaipAddressError()
  const { queryKey, queryFn } = portfolioQuery(kit, connected)
  const balances = await getQueryClient(kit).fetchQuery({ queryKey, queryFn, staleTime: 0 } as never)
  return pickShownBalance(kit, connected, balances as readonly TokenBalance[])
}
