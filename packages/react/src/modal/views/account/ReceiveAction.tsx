import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'

/** The one thing to do where there is nothing yet. */
export function ReceiveAction() {
  const { router } = useScope()
  const isOn = useKitState((state) => state.settings.features.receive)
  if (!isOn) return null
  return <Button onClick={() => router.push({ name: 'receive' })}>{text('account.receive')}</Button>
}
