import { text } from '../../../copy.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'

/** Says that prices cannot be read, and offers to try again. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="body">
      <Notice
        icon="warning"
        role="alert"
        title={text('swap.unreachable')}
        help={text('swap.unreachableHelp')}
      >
        <Button kind="main" autoFocus onClick={onRetry}>
          {text('action.tryAgain')}
        </Button>
      </Notice>
    </div>
  )
}
