import { getConnected, type Kit, NoActiveCaipAddressError } from '@portico/core'
import { getQueryClient, pickShownBalance, portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'

/**
 * Reads the connected account's shown balance now. To be fetched with its first use: it brings the data layer.
 *
 * @throws NoActiveCaipAddressError where nobody is connected · GatewayError · GatewayUnreachableError
 */
export async function fetchShownBalance(kit: Kit): Promise<TokenBalance | undefined> {
  const connected = getConnected(kit.store.getState())
  if (!connected) throw new NoActiveCaipAddressError()
  const { queryKey, queryFn } = portfolioQuery(kit, connected)
  const balances = await getQueryClient(kit).fetchQuery({ queryKey, queryFn, staleTime: 0 } as never)
  return pickShownBalance(kit, connected, balances as readonly TokenBalance[])
}
