import type { Embedded } from '@portico/core/embedded'
import { useEffect, useRef, useState } from 'react'
import { text } from '../copy.ts'
import { Icon } from '../icons/Icon.tsx'
import { useScope } from '../kit/KitContext.ts'
import { Button } from '../modal/parts/Button.tsx'
import { FrameSlot } from './FrameSlot.tsx'
import { loadEmbedded } from './loadEmbedded.ts'
import { toLoginFailure } from './toLoginFailure.ts'

/**
 * Shows the wallet's frame, where the visitor enters a code, and waits until the code is accepted or the login fails.
 */
export function CodeStep({
  wait,
  onDone,
  onBack,
}: {
  wait: (embedded: Embedded, signal: AbortSignal) => Promise<void>
  onDone: () => void
  onBack: () => void
}) {
  const scope = useScope()
  const [failure, setFailure] = useState<ReturnType<typeof toLoginFailure> | 'taken'>()
  // Keep the latest callbacks in a ref, so that a rerender does not start waiting again.
  const latest = useRef({ wait, onDone, onBack })
  latest.current = { wait, onDone, onBack }
  useEffect(() => {
    const unmounted = new AbortController()
    loadEmbedded(scope)
      .then((embedded) => latest.current.wait(embedded, unmounted.signal))
      .then(
        () => {
          if (!unmounted.signal.aborted) latest.current.onDone()
        },
        (error: unknown) => {
          if (unmounted.signal.aborted) return
          const { code } = error as { code?: unknown }
          if (code === 'login-cancelled') return latest.current.onBack()
          scope.kit.logger.error('The e-mail code was not accepted.', error)
          setFailure(code === 'email-taken' ? 'taken' : toLoginFailure(error))
        },
      )
    return () => unmounted.abort()
  }, [scope])
  if (!failure) return <FrameSlot />
  return (
    <div className="body waiting" data-status="failed">
      <div className="center">
        <span className="medal">
          <Icon name="warning" size={24} />
        </span>
        <div className="center-words" role="status">
          <h2>{text(`email.${failure}`)}</h2>
          <p>{text(failure === 'held' ? 'email.heldHelp' : 'email.nothingChanged')}</p>
        </div>
      </div>
      <Button kind="main" autoFocus onClick={onBack}>
        {text('action.tryAgain')}
      </Button>
    </div>
  )
}
