import type { Embedded } from '@portico/core/embedded'
import { useEffect, useRef, useState } from 'react'
import { text } from '../copy.ts'
import { Icon } from '../icons/Icon.tsx'
import { useScope } from '../kit/KitContext.ts'
import { Button } from '../modal/parts/Button.tsx'
import { FrameSlot } from './FrameSlot.tsx'
import { loadEmbedded } from './loadEmbedded.ts'
import { toFailure } from './toFailure.ts'

/** A code is typed in the wallet's frame; this waits until it was accepted, and says what ended it otherwise. */
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
  const [failure, setFailure] = useState<ReturnType<typeof toFailure>>()
  // What is asked is asked once, whatever is drawn meanwhile.
  const latest = useRef({ wait, onDone, onBack })
  latest.current = { wait, onDone, onBack }
  useEffect(() => {
    const leave = new AbortController()
    loadEmbedded(scope)
      .then((embedded) => latest.current.wait(embedded, leave.signal))
      .then(
        () => {
          if (!leave.signal.aborted) latest.current.onDone()
        },
        (error: unknown) => {
          if (leave.signal.aborted) return
          if ((error as { code?: unknown }).code === 'login-cancelled') return latest.current.onBack()
          scope.kit.logger.error('The code was not accepted.', error)
          setFailure(toFailure(error))
        },
      )
    return () => leave.abort()
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
          <p>{text('email.nothingChanged')}</p>
        </div>
      </div>
      <Button kind="main" autoFocus onClick={onBack}>
        {text('action.tryAgain')}
      </Button>
    </div>
  )
}
