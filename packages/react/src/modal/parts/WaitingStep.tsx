import type { ReactNode } from 'react'
import { text } from '../../copy.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { explainError } from './explainError.ts'
import { Status } from './Status.tsx'
import { Text } from './Text.tsx'
import type { AttemptState } from './useAttempt.ts'

/** Shows the state of a request to a wallet: which wallet, what to do there, and a button to try again. */
export function WaitingStep({
  kind,
  state,
  values,
  picture,
  onRetry,
}: {
  kind: 'connecting' | 'switch'
  state: AttemptState
  values: Readonly<Record<string, string>>
  picture: ReactNode
  onRetry: () => void
}) {
  const { status } = state
  const shown = status === 'done' ? 'waiting' : status === 'idle' ? 'rejected' : status
  const isWaiting = shown === 'waiting'
  return (
    <div className="body waiting" data-status={shown}>
      <div className="center">
        <div className="ring" data-status={shown}>
          {picture}
        </div>
        <Status isWaiting={isWaiting}>
          <h2>
            <Text id={`${kind}.${shown}`} values={values} />
          </h2>
          <p>
            <Text
              id={state.status === 'failed' ? explainError(state.error) : `${kind}.${shown as 'waiting'}Help`}
              values={values}
            />
          </p>
        </Status>
      </div>
      <Button
        kind={isWaiting ? 'plain' : 'main'}
        testId="w3m-connecting-widget-secondary-button"
        autoFocus
        onClick={onRetry}
      >
        {text('action.tryAgain')}
      </Button>
      {state.status === 'failed' && (
        <CopyButton kind="link" label="action.copyDetails" value={describe(state.error)} />
      )}
    </div>
  )
}

/** Error details for support, copied to the clipboard; never shown. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n\nCause: ${error.cause.message}` : error.message
}
