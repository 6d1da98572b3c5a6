import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { closeModal } from '../../closeModal.ts'
import { Button } from '../../parts/Button.tsx'
import { Progress } from '../money/parts/Progress.tsx'

/** Says that a payment is on chain. */
export function PaidView() {
  const scope = useScope()
  return (
    <Progress state="done" picture={null} title={text('pay.paid')} help={text('pay.paidHelp')}>
      <Button kind="main" autoFocus onClick={() => closeModal(scope)}>
        {text('money.done')}
      </Button>
    </Progress>
  )
}
