import { balanceResponse, type TokenBalance, tokenBalance } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import * as z from 'zod/mini'
import { getConnector } from '../connectors/getConnector.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { storageKeys } from '../storage/keys.ts'
import { accountKey } from './accountKey.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'
import { nativeBalanceCache } from './nativeBalanceCache.ts'
import { storedCache } from './storedCache.ts'

/** What an account holds on one network. */
export function portfolioQuery(
  kit: Kit,
  subject: SignInSubject,
): QueryObserverOptions<readonly TokenBalance[], Error> {
  const key = `${subject.networkId}:${subject.address}`
  const cache = storedCache({
    storage: kit.storage,
    name: storageKeys.portfolio,
    schema: z.array(tokenBalance),
    lifetime: lifetimes.portfolio,
  })
  const stored = cache.get(key)
  return {
    queryKey: ['portfolio', key],
    staleTime: lifetimes.portfolio,
    ...(stored ? { initialData: stored.value, initialDataUpdatedAt: stored.timestamp } : {}),
    refetchInterval: (query) => (query.state.status === 'error' ? lifetimes.retry : lifetimes.portfolio),
    async queryFn({ signal }) {
      const all = await readBalances(kit, subject, signal)
      // What has no decimals is counted, not divided: not a balance to show (specification §5).
      const balances = all.filter(({ quantity }) => quantity.decimals !== '0')
      cache.set(key, balances)
      const shown = pickShownBalance(kit, subject, balances)
      if (shown) nativeBalanceCache(kit.storage).set(key, shown)
      return balances
    },
  }
}

/** The balance the account button shows: the application's chosen token on that network, else the native one. */
export function pickShownBalance(
  kit: Kit,
  { networkId }: SignInSubject,
  balances: readonly TokenBalance[],
): TokenBalance | undefined {
  const chosen = kit.options.tokens?.[networkId]?.address
  return balances.find(({ address }) =>
    chosen
      ? address !== undefined && accountKey(address).endsWith(`:${accountKey(chosen)}`)
      : address === undefined,
  )
}

/** The wallet's own report first, then the gateway, then plain RPC (interpretation, "balance lookup order"). */
async function readBalances(
  kit: Kit,
  { address, networkId }: SignInSubject,
  signal: AbortSignal,
): Promise<readonly TokenBalance[]> {
  const endpoint = getEndpoint(kit, networkId)
  if (!endpoint) return []
  const namespace = kit.namespaces.get(endpoint.network.chainNamespace)
  const provider = getConnector(kit, endpoint.network.chainNamespace)?.getProvider()
  const reported = await namespace?.getWalletBalances?.({ provider, network: endpoint.network, address })
  if (reported) return reported
  if (kit.options.gatewayUrl !== undefined) {
    const { balances } = await gatewayFetch(kit, {
      path: `/v1/account/${address}/balance`,
      query: { chainId: networkId, currency: 'usd' },
      schema: balanceResponse,
      signal,
    })
    return balances
  }
  const assets = await namespace?.assets()
  const token = kit.options.tokens?.[networkId]?.address
  return (await assets?.getBalances({ ...endpoint, address, tokens: token ? [token] : [] })) ?? []
}
