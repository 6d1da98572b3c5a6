import { CodeStep } from '../../../embedded/CodeStep.tsx'
import { useScope } from '../../../kit/KitContext.ts'

/** The code of the mail. What comes after it (the account, or signing in) follows from the connection. */
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
