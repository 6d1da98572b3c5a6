import type { Kit, SignInSubject } from '@portico/core'
import { getQueryClient, nativeBalanceCache, pickShownBalance, portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'
import { QueryObserver } from '@tanstack/query-core'

/**
 * Calls back with the balance to show, at once if it is cached: alone, or as part of the portfolio. Then on every
 * change; with undefined if there is none.
 *
 * @returns a function that stops observing
 */
export function observeShownBalance(
  kit: Kit,
  { address, networkId }: SignInSubject,
  callback: (balance: TokenBalance | undefined) => void,
): () => void {
  const subject = { address, networkId }
  const observer = new QueryObserver(getQueryClient(kit), portfolioQuery(kit, subject))
  const show = ({ isPending, data }: ReturnType<typeof observer.getCurrentResult>) => {
    if (!isPending) callback(data && pickShownBalance(kit, subject, data))
  }
  const cached = nativeBalanceCache(kit.storage).get(`${networkId}:${address}`)
  if (cached) callback(cached.value)
  show(observer.getCurrentResult())
  return observer.subscribe(show)
}
