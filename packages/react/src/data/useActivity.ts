import { activityQuery } from '@portico/core/data'
import type { Transaction } from '@portico/protocol/gateway'
import { useScope } from '../kit/KitContext.ts'
import type { PagedView } from './queryView.ts'
import { usePages } from './usePages.ts'
import { useSubject } from './useSubject.ts'

/** Returns the transactions of the connected account on its network, newest first. */
export function useActivity(): PagedView<Transaction> {
  return usePages(activityQuery(useScope().kit, useSubject()))
}
