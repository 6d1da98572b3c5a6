import { useState } from 'react'
import { text } from '../../../copy.ts'
import { EmailField } from '../../../embedded/EmailField.tsx'
import { isEmail } from '../../../embedded/isEmail.ts'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { toLoginFailure } from '../../../embedded/toLoginFailure.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Text } from '../../parts/Text.tsx'

/** Problems of a device that may not change the address yet. */
const tooNew: ReadonlySet<unknown> = new Set(['device-too-young', 'device-held', 'held'])

/** Changes the e-mail address of the embedded wallet; codes to both addresses and a link to the new one confirm it. */
export function UpdateEmailView() {
  const scope = useScope()
  const { kit, router } = scope
  const current = useKitState((state) => state.embedded?.email)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    const address = email.trim()
    if (!isEmail(address)) return setProblem(text('email.invalid'))
    if (address === current) return setProblem(text('email.same'))
    setProblem(undefined)
    setBusy(true)
    try {
      const action = await (await loadEmbedded(scope)).updateEmail(address)
      router.push({
        name: 'update-email-code',
        step: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary',
      })
    } catch (error) {
      kit.logger.error('Failed to change the e-mail address.', error)
      const isTooNew = tooNew.has((error as { code?: unknown }).code)
      setProblem(text(isTooNew ? 'email.deviceTooYoung' : `email.${toLoginFailure(error)}`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="body">
      <p className="muted">
        <Text id="email.updateHelp" values={{ email: <b>{current}</b> }} />
      </p>
      <EmailField
        value={email}
        onChange={(value) => {
          setEmail(value)
          setProblem(undefined)
        }}
        onSubmit={() => void submit()}
        problem={problem}
        isBusy={isBusy}
        label={text('email.newLabel')}
        autoFocus
      />
    </div>
  )
}
