import type { QueryObserverOptions } from '@tanstack/query-core'
import { getEndpoint } from '../../getEndpoint.ts'
import type { Kit } from '../../kit.ts'
import type { SignInSubject } from '../../signIn/signInState.ts'
import type { SwapAsset } from '../NamespaceSwaps.ts'
import { parseAmount } from '../parseAmount.ts'

/** The delay between two requests (ms), and after a failed one. */
const lifetimeMs = 10_000
const afterErrorMs = 30_000

/** Balances in base units by address of the token, in lower case; that of the coin has the key `''`. */
export type SwapBalances = Readonly<Record<string, bigint>>

/**
 * Returns the query of an account's balances of the coin and of these tokens, read from the network itself: they are those of the
 * very tokens that are swapped, not of others with the same symbol.
 */
export function swapBalancesQuery(
  kit: Kit,
  subject: SignInSubject,
  assets: readonly SwapAsset[],
): QueryObserverOptions<SwapBalances, Error> {
  const tokens = assets.flatMap(({ token }) => token ?? [])
  return {
    queryKey: ['swap-balances', `${subject.networkId}:${subject.address}`, ...tokens],
    staleTime: lifetimeMs,
    enabled: subject.address !== '',
    refetchInterval: ({ state }) => (state.status === 'error' ? afterErrorMs : lifetimeMs),
    async queryFn() {
      const endpoint = getEndpoint(kit, subject.networkId)
      const namespace = endpoint && (await kit.namespaces.get(endpoint.network.chainNamespace)?.assets())
      if (!endpoint || !namespace) return {}
      const balances = await namespace.getBalances({ ...endpoint, address: subject.address, tokens })
      const prefix = `${subject.networkId}:`.length
      return Object.fromEntries(
        balances.flatMap(({ address, quantity }) => {
          const amount = parseAmount(quantity.numeric, Number(quantity.decimals))
          return amount === undefined ? [] : [[address?.slice(prefix).toLowerCase() ?? '', amount]]
        }),
      )
    },
  }
}
