import {
  AccountUndefinedError,
  findNetwork,
  getConnected,
  type Kit,
  NetworkUndefinedError,
} from '@portico/core'
import { getQueryClient, pickShownBalance, portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'

/**
 * Fetches the connected account's balance, bypassing the cache. Import this file dynamically: it pulls in the data
 * layer.
 *
 * @throws AccountUndefinedError if no wallet is connected · NetworkUndefinedError if the application does not list its
 * network · GatewayError · GatewayUnreachableError
 */
export async function fetchShownBalance(kit: Kit): Promise<TokenBalance | undefined> {
  const state = kit.store.getState()
  const connected = getConnected(state)
  if (!connected) throw new AccountUndefinedError()
  if (!findNetwork(state, connected.networkId)) throw new NetworkUndefinedError()
  const { queryKey, queryFn } = portfolioQuery(kit, connected)
  const balances = await getQueryClient(kit).fetchQuery({ queryKey, queryFn, staleTime: 0 } as never)
  return pickShownBalance(kit, connected, balances as readonly TokenBalance[])
}
