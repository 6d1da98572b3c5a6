import { balanceResponse, type TokenBalance, tokenBalance } from '@portico/protocol/gateway'
import type { QueryObserverOptions } from '@tanstack/query-core'
import * as z from 'zod/mini'
import { getConnector } from '../connectors/getConnector.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { Network } from '../networks/network.ts'
import type { SignInSubject } from '../signIn/signInState.ts'
import { accountKey } from './accountKey.ts'
import { cacheKeys } from './cacheKeys.ts'
import { gatewayFetch } from './gatewayFetch.ts'
import { lifetimes } from './lifetimes.ts'
import { nativeBalanceCache } from './nativeBalanceCache.ts'
import { refetchAfter } from './refetchAfter.ts'
import { storedCache } from './storedCache.ts'

/** Returns the query of an account's balances on one network. */
export function portfolioQuery(
  kit: Kit,
  subject: SignInSubject,
): QueryObserverOptions<readonly TokenBalance[], Error> {
  const key = `${subject.networkId}:${subject.address}`
  const cache = storedCache({
    storage: kit.storage,
    name: cacheKeys.portfolio,
    schema: z.array(tokenBalance),
    lifetime: lifetimes.portfolio,
  })
  const stored = cache.get(key)
  return {
    queryKey: ['portfolio', key],
    staleTime: lifetimes.portfolio,
    ...(stored ? { initialData: stored.value, initialDataUpdatedAt: stored.timestamp } : {}),
    refetchInterval: refetchAfter(lifetimes.portfolio),
    async queryFn({ signal }) {
      const all = await readBalances(kit, subject, signal)
      // Tokens with zero decimals are not shown as balances.
      const balances = all
        .filter(({ quantity }) => quantity.decimals !== '0')
        .map((balance) => withImage(kit, subject, balance))
      cache.set(key, balances)
      const shown = pickShownBalance(kit, subject, balances)
      if (shown) nativeBalanceCache(kit.storage).set(key, shown)
      return balances
    },
  }
}

/** Sets the image of the application's `tokens` entry. */
function withImage(kit: Kit, { networkId }: SignInSubject, balance: TokenBalance): TokenBalance {
  const chosen = kit.options.tokens?.[networkId]
  if (!chosen?.image || !isToken(balance, chosen.address)) return balance
  // A path is on the page, unlike those of the gateway.
  const base = typeof location === 'undefined' ? undefined : location.href
  return URL.canParse(chosen.image, base)
    ? { ...balance, iconUrl: new URL(chosen.image, base).href }
    : balance
}

/**
 * Gives a native coin that a wallet reports without an icon the gateway's, found by the symbol of the application's network.
 * Tokens get none: anybody can give a token the symbol of another one.
 */
function withNativeIcon(kit: Kit, { nativeCurrency }: Network, balance: TokenBalance): TokenBalance {
  if (balance.iconUrl || balance.address !== undefined || kit.options.gatewayUrl === undefined) return balance
  return { ...balance, iconUrl: `/public/getTokenImage/${encodeURIComponent(nativeCurrency.symbol)}` }
}

function isToken({ address }: TokenBalance, wanted: string): boolean {
  return address !== undefined && accountKey(address).endsWith(`:${accountKey(wanted)}`)
}

/**
 * Returns the balance for the account button: of the application's `tokens` entry for the network, else the native
 * one.
 */
export function pickShownBalance(
  kit: Kit,
  { networkId }: SignInSubject,
  balances: readonly TokenBalance[],
): TokenBalance | undefined {
  const chosen = kit.options.tokens?.[networkId]?.address
  return balances.find((balance) => (chosen ? isToken(balance, chosen) : balance.address === undefined))
}

/** Reads balances from the first source available: the wallet itself (ERC-7811), the gateway, the RPC endpoints. */
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
  if (reported) return reported.map((balance) => withNativeIcon(kit, endpoint.network, balance))
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
