import { useState } from 'react'
import type { QueryView } from '../../../data/queryView.ts'

/**
 * The status of something that is read, where a failure stays a failure until there is something to show: it is tried
 * again every few seconds, and the view should not go back to its skeleton each time.
 */
export function useSteadyStatus({
  status,
}: Pick<QueryView<unknown>, 'status'>): QueryView<unknown>['status'] {
  const [hasFailed, setFailed] = useState(false)
  const fails = status === 'error' || (hasFailed && status === 'pending')
  if (fails !== hasFailed) setFailed(fails)
  return fails ? 'error' : status
}
