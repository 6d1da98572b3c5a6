import { text } from '../../../../copy.ts'
import { useScope } from '../../../../kit/KitContext.ts'
import { Button } from '../../../parts/Button.tsx'

/** Leaves the progress of a payment, for the account. */
export function Done({ isMain, onClick }: { isMain: boolean; onClick?: (() => void) | undefined }) {
  const { router } = useScope()
  return (
    <Button
      kind={isMain ? 'main' : 'plain'}
      autoFocus
      onClick={() => {
        onClick?.()
        router.reset({ name: 'account' })
      }}
    >
      {text('money.done')}
    </Button>
  )
}
