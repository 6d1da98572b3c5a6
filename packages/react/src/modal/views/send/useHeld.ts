import { readHeld } from '@portico/core/money'
import type { CaipNetworkId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { QueryView } from '../../../data/queryView.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useTokens } from '../../../data/useTokens.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** Returns the token balances of the account; if the gateway cannot be reached, what RPC URLs tell. */
export function useHeld(): QueryView<readonly TokenBalance[]> {
  const { kit } = useScope()
  const { address, networkId } = useSubject()
  const tokens = useTokens()
  const isAway = tokens.status === 'error'
  const held = useQuery({
    queryKey: ['held', `${networkId}:${address}`, String(isAway)],
    enabled: isAway,
    staleTime: 0,
    queryFn: () => readHeld(kit, { address, networkId: networkId as CaipNetworkId }),
  })
  return isAway ? { ...held, unavailable: false } : tokens
}
