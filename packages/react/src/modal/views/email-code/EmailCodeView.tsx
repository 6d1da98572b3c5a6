import { CodeStep } from '../../../embedded/CodeStep.tsx'
import { LoginSteps } from '../../../embedded/LoginSteps.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import type { View } from '../../router.ts'

/** Asks for the code from the e-mail. Once connected, `effects.ts` closes the modal or shows the sign-in view. */
export function EmailCodeView({ view }: { view: View }) {
  const { router } = useScope()
  return (
    <>
      {view.name === 'email-code' && view.isSecondStep && (
        <div className="body">
          <LoginSteps current="code" />
        </div>
      )}
      <CodeStep
        wait={(embedded, signal) => embedded.waitForCode(signal)}
        onDone={() => {}}
        onBack={() => router.reset({ name: 'connect' })}
      />
    </>
  )
}
