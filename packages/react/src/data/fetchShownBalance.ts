import {
  AccountUndefinedError,
  findNetwork,
  getConnected,
  type Kit,
  NetworkUndefinedError,
  type SignInSubject,
} from '@portico/core'
import { getQueryClient, pickShownBalance, portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'

/**
 * Fetches the balance of an account (default: the connected one), bypassing the cache. Import this file dynamically: it pulls in the data
 * layer.
 *
 * @throws AccountUndefinedError if there is no account · NetworkUndefinedError if the application does not list its
 * network · GatewayError · GatewayUnreachableError
 */
export async function fetchShownBalance(
  kit: Kit,
  account: SignInSubject | undefined = getConnected(kit.store.getState()),
): Promise<TokenBalance | undefined> {
  if (!account) throw new AccountUndefinedError()
  if (!findNetwork(kit.store.getState(), account.networkId)) throw new NetworkUndefinedError()
  const { queryKey, queryFn } = portfolioQuery(kit, account)
  const balances = await getQueryClient(kit).fetchQuery({ queryKey, queryFn, staleTime: 0 } as never)
  return pickShownBalance(kit, account, balances as readonly TokenBalance[])
}
