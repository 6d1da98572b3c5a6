import { useState } from 'react'
import type { QueryView } from '../../../data/queryView.ts'

/**
 * Returns a query's status, but keeps `'error'` until there is data: the query is retried every few seconds, and the
 * view must not fall back to the skeleton each time.
 */
export function useSteadyStatus({
  status,
}: Pick<QueryView<unknown>, 'status'>): QueryView<unknown>['status'] {
  const [hasFailed, setFailed] = useState(false)
  const isError = status === 'error' || (hasFailed && status === 'pending')
  if (isError !== hasFailed) setFailed(isError)
  return isError ? 'error' : status
}
