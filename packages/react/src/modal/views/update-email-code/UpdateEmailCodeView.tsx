import { CodeStep } from '../../../embedded/CodeStep.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import type { View } from '../../router.ts'

/** Asks for the code sent to the current address, then for the one sent to the new address. */
export function UpdateEmailCodeView({ view }: { view: View }) {
  const { router } = useScope()
  const step = view.name === 'update-email-code' ? view.step : 'primary'
  return (
    <CodeStep
      wait={(embedded, signal) => embedded.waitForUpdate(step, signal)}
      onDone={() => {
        if (step === 'primary') return router.replace({ name: 'update-email-code', step: 'secondary' })
        router.showSnack({ kind: 'success', text: 'email.changed' })
        router.reset({ name: 'account' })
      }}
      onBack={() => router.back()}
    />
  )
}
