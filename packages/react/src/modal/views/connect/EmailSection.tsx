import { track } from '@portico/core/internal'
import { BaseError, isUserRejection } from '@portico/protocol'
import { useRef, useState } from 'react'
import { text } from '../../../copy.ts'
import { EmailField } from '../../../embedded/EmailField.tsx'
import { isEmail } from '../../../embedded/isEmail.ts'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { toLoginFailure } from '../../../embedded/toLoginFailure.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { currentView } from '../../router.ts'

/** E-mail login: the address is entered here, codes are entered in the wallet's iframe. */
export function EmailSection({ disabled, autoFocus }: { disabled: boolean; autoFocus: boolean }) {
  const scope = useScope()
  const { kit, router } = scope
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isSelected = useRef(false)

  async function submit(): Promise<void> {
    const address = email.trim()
    if (!isEmail(address)) return setProblem(text('email.invalid'))
    setProblem(undefined)
    setBusy(true)
    try {
      const view = currentView(router.store.getState())
      const embedded = await loadEmbedded(scope)
      const action = await embedded.logIn(address, {
        namespace: view.name === 'connect' ? view.namespace : undefined,
      })
      // Do not navigate if the visitor has left the view in the meantime.
      const modal = router.store.getState()
      if (!modal.open || currentView(modal).name !== 'connect') return
      if (action === 'VERIFY_DEVICE') router.push({ name: 'email-device' })
      else if (action === 'VERIFY_OTP') router.push({ name: 'email-code' })
    } catch (error) {
      // The visitor declined in the frame to share the account with this page.
      if (isUserRejection(error)) return
      kit.logger.error('Failed to start the e-mail login.', error)
      setProblem(describe(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <EmailField
      value={email}
      onChange={(value) => {
        setEmail(value)
        setProblem(undefined)
        if (isSelected.current) return
        isSelected.current = true
        track(kit, 'EMAIL_LOGIN_SELECTED')
      }}
      onSubmit={() => void submit()}
      problem={problem}
      isBusy={isBusy}
      disabled={disabled}
      autoFocus={autoFocus}
    />
  )
}

function describe(error: unknown): string {
  if (error instanceof BaseError) {
    const { seconds, retryAfter } = error as { seconds?: unknown; retryAfter?: unknown }
    const wait = seconds ?? retryAfter
    if (typeof wait === 'number') return text('email.throttled', { seconds: String(wait) })
  }
  return text(`email.${toLoginFailure(error)}`)
}
