import { CodeStep } from '../../../embedded/CodeStep.tsx'
import { useScope } from '../../../kit/KitContext.ts'

/** Asks for the code from the e-mail. Once connected, `effects.ts` closes the modal or shows the sign-in view. */
export function EmailCodeView() {
  const { router } = useScope()
  return (
    <CodeStep
      wait={(embedded, signal) => embedded.waitForCode(signal)}
      onDone={() => {}}
      onBack={() => router.reset({ name: 'connect' })}
    />
  )
}
