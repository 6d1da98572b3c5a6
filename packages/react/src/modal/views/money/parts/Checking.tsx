import { text } from '../../../../copy.ts'
import { Skeleton } from '../../../parts/Skeleton.tsx'

/** Stands for a view until the network has answered. */
export function Checking() {
  return (
    <div className="body" aria-busy="true">
      <p className="hidden" role="status">
        {text('money.checking')}
      </p>
      <Skeleton />
    </div>
  )
}
