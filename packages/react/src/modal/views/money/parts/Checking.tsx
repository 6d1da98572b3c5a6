import { text } from '../../../../copy.ts'
import { Skeleton } from '../../../parts/Skeleton.tsx'

/** Stands for a view until the network has answered: for rows, or for the fields of a form. */
export function Checking({ isForm = false }: { isForm?: boolean }) {
  return (
    <div className="body" aria-busy="true">
      <p className="hidden" role="status">
        {text('money.checking')}
      </p>
      {isForm ? <Skeleton shape="form" rows={2} /> : <Skeleton />}
    </div>
  )
}
