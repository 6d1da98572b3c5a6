import type { QueryObserverOptions } from '@tanstack/query-core'
import { getEndpoint } from '../../getEndpoint.ts'
import type { Kit } from '../../kit.ts'
import type { SignInSubject } from '../../signIn/signInState.ts'
import type { SwapAsset } from '../NamespaceSwaps.ts'

/** The delay between two requests (ms), and after a failed one. */
const lifetimeMs = 10_000
const afterErrorMs = 30_000

/** In base units. Without a value if the network has no adapter. */
export interface SwapBalances {
  coin?: bigint
  /** Of what is paid, which can be the coin, too. */
  from?: bigint
}

/**
 * Returns the query of an account's balances of the coin and of a token, read from the network itself: that of the very token that is
 * swapped, not of another one with the same symbol.
 */
export function swapBalancesQuery(
  kit: Kit,
  subject: SignInSubject,
  from: SwapAsset | undefined,
): QueryObserverOptions<SwapBalances, Error> {
  const token = from?.token
  return {
    queryKey: ['swap-balances', `${subject.networkId}:${subject.address}`, token ?? ''],
    staleTime: lifetimeMs,
    enabled: subject.address !== '',
    refetchInterval: ({ state }) => (state.status === 'error' ? afterErrorMs : lifetimeMs),
    async queryFn() {
      const endpoint = getEndpoint(kit, subject.networkId)
      const namespace = endpoint && (await kit.namespaces.get(endpoint.network.chainNamespace)?.assets())
      if (!endpoint || !namespace) return {}
      const { address } = subject
      const [coin, held] = await Promise.all([
        namespace.getBalance({ ...endpoint, address }),
        token === undefined ? undefined : namespace.getBalance({ ...endpoint, address, token }),
      ])
      return { coin, from: held ?? coin }
    },
  }
}
