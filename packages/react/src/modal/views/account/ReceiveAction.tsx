import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'

/** A button that opens Receive, shown in empty lists. */
export function ReceiveAction() {
  const { router } = useScope()
  const isOn = useKitState((state) => state.settings.features.receive)
  if (!isOn) return null
  return <Button onClick={() => router.push({ name: 'receive' })}>{text('account.receive')}</Button>
}
