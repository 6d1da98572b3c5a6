import type { Embedded } from '@portico/core/embedded'
import { track } from '@portico/core/internal'
import { BaseError, isUserRejection } from '@portico/protocol'
import { useCallback, useRef, useState } from 'react'
import { text } from '../../../copy.ts'
import { EmailField } from '../../../embedded/EmailField.tsx'
import { isEmail } from '../../../embedded/isEmail.ts'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { ThrottleCountdown } from '../../../embedded/ThrottleCountdown.tsx'
import { toLoginFailure } from '../../../embedded/toLoginFailure.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { currentView } from '../../router.ts'

/** E-mail login: the address is entered here, codes are entered in the wallet's iframe. */
export function EmailSection({ autoFocus }: { autoFocus: boolean }) {
  const scope = useScope()
  const { kit, router } = scope
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [retryAt, setRetryAt] = useState<number>()
  const [isBusy, setBusy] = useState(false)
  const isSelected = useRef(false)

  const clearProblem = useCallback(() => {
    setProblem(undefined)
    setRetryAt(undefined)
  }, [])

  function showFailure(error: unknown, resendAt: number | undefined): void {
    const time = toRetryAt(error, resendAt)
    setRetryAt(time)
    setProblem(
      time === undefined
        ? text(`email.${toLoginFailure(error)}`)
        : text('email.throttled', { seconds: Math.ceil((time - Date.now()) / 1000) }),
    )
  }

  async function submit(): Promise<void> {
    const address = email.trim()
    clearProblem()
    if (!isEmail(address)) return setProblem(text('email.invalid'))
    setBusy(true)
    let embedded: Embedded | undefined
    try {
      const view = currentView(router.store.getState())
      embedded = await loadEmbedded(scope)
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
      showFailure(error, embedded?.getResendAt())
    } finally {
      setBusy(false)
    }
  }

  return (
    <EmailField
      value={email}
      onChange={(value) => {
        setEmail(value)
        clearProblem()
        if (isSelected.current) return
        isSelected.current = true
        track(kit, 'EMAIL_LOGIN_SELECTED')
      }}
      onSubmit={() => void submit()}
      problem={problem}
      countdown={
        retryAt !== undefined && <ThrottleCountdown key={retryAt} retryAt={retryAt} onOver={clearProblem} />
      }
      isBusy={isBusy}
      autoFocus={autoFocus}
    />
  )
}

/** Returns when the visitor can try again, in milliseconds since 1970, if the error says so. */
function toRetryAt(error: unknown, resendAt: number | undefined): number | undefined {
  if (!(error instanceof BaseError)) return undefined
  const { seconds, retryAfter } = error as { seconds?: unknown; retryAfter?: unknown }
  const wait = seconds ?? retryAfter
  if (typeof wait !== 'number') return undefined
  const retryAt = Date.now() + wait * 1000
  // Errors round up to whole seconds. The stored time is exact, and the one that the frame counts down to.
  return resendAt !== undefined && Math.abs(retryAt - resendAt) <= 1000 ? resendAt : retryAt
}
