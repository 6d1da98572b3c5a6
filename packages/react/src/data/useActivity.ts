import { activityQuery } from '@portico/core/data'
import type { HistoryResponse, Transaction } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { PagedView } from './queryView.ts'
import { usePages } from './usePages.ts'
import { useSubject } from './useSubject.ts'

/** The transactions of an account. */
export interface ActivityPages extends PagedView<Transaction> {
  /** True while the gateway is still reading older transactions. */
  isCompleting: boolean
}

/** Returns the transactions of the connected account on its network, newest first. */
export function useActivity(): ActivityPages {
  const query = usePages<Transaction, HistoryResponse, readonly string[]>(
    activityQuery(useScope().kit, useSubject()),
  )
  const coverage = Object.values(query.pages?.at(-1)?.coverage ?? {})
  return { ...query, isCompleting: coverage.some(({ isCompleting }) => isCompleting) }
}
