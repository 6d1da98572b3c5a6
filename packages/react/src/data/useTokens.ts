import { portfolioQuery } from '@portico/core/data'
import type { TokenBalance } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { QueryView } from './queryView.ts'
import { useQuery } from './useQuery.ts'
import { useSubject } from './useSubject.ts'

/** Returns the token balances of the connected account on its network. */
export function useTokens(): QueryView<readonly TokenBalance[]> {
  return useQuery(portfolioQuery(useScope().kit, useSubject()))
}
