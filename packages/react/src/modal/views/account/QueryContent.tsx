import type { ReactNode } from 'react'
import { text } from '../../../copy.ts'
import type { QueryView } from '../../../data/queryView.ts'
import type { IconName } from '../../../icons/Icon.tsx'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useSkeleton } from '../../parts/useSkeleton.ts'
import { useSteadyStatus } from './useSteadyStatus.ts'

/** Renders a query in each of its states: loading, unavailable, failed, stale, empty and loaded. */
export function QueryContent<T>({
  query,
  icon,
  shape = 'row',
  empty,
  children,
}: {
  query: QueryView<readonly T[]>
  icon: IconName
  shape?: 'row' | 'tile' | undefined
  /** Shown if the list is empty. */
  empty: ReactNode
  children: (items: readonly T[]) => ReactNode
}) {
  const { unavailable, data } = query
  const status = useSteadyStatus(query)
  const isRetrying = query.status === 'pending'
  const shown = useSkeleton(status === 'pending' && !unavailable)
  if (unavailable) {
    return <Notice icon={icon} title={text('account.unavailable')} help={text('account.unavailableHelp')} />
  }
  if (shown === 'nothing') return null
  if (shown === 'skeleton') return <Skeleton shape={shape} />
  if (data === undefined) {
    return (
      <Notice
        icon="warning"
        role="status"
        title={text('account.unreachable')}
        help={text('account.unreachableHelp')}
      >
        <Button isBusy={isRetrying} onClick={query.refetch}>
          {text('account.retry')}
        </Button>
      </Notice>
    )
  }
  return (
    <>
      <p role="status" className={query.isStale ? 'warn' : 'hidden'}>
        {query.isStale && text('account.stale')}
      </p>
      {data.length === 0 ? empty : children(data)}
    </>
  )
}
