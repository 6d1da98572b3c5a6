import { pendingKey } from '@portico/core/internal'
import { lazy, Suspense } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

const PendingActivity = lazy(async () => ({
  default: (await import('../money/loadPendingActivity.ts')).loadPendingActivity(),
}))

/**
 * The payments under way, before all other activity, without those whose hash is in `known`. Their code is loaded only if there are some.
 */
export function PendingPayments({ known }: { known: readonly string[] | undefined }) {
  const { kit } = useScope()
  const hasPending = useKitState(({ money }) => money !== undefined && money.pending.length > 0)
  if (!hasPending && kit.storage.getItem(pendingKey) === null) return null
  return (
    <Suspense>
      <PendingActivity known={known ?? []} />
    </Suspense>
  )
}
