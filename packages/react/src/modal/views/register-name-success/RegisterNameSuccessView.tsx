import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import type { View } from '../../router.ts'

/** Confirms that the name was registered. */
export function RegisterNameSuccessView({ view }: { view: View }) {
  const { router } = useScope()
  if (view.name !== 'register-name-success') return null
  return (
    <div className="body">
      <Notice
        icon="check"
        role="status"
        title={<bdi>{view.registered}</bdi>}
        help={text('name.successHelp')}
      />
      <Button kind="main" autoFocus onClick={() => router.reset({ name: 'account' })}>
        {text('name.done')}
      </Button>
    </div>
  )
}
