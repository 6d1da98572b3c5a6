import type { LinkQuestion } from '../session/LinkQuestion.ts'
import { LoginCancelledError } from '../session/LoginCancelledError.ts'
import { ServerError } from '../session/ServerError.ts'
import type { Surface } from '../ui/Surface.ts'
import { type LinkStepParameters, showLinkStep } from './showLinkStep.ts'

/** Milliseconds until the next attempt if a server could not be reached. */
const pauseMs = 3000

/**
 * Shows that a link was mailed, and waits for its approval. `approved` rejects if the link no longer can be approved, or the
 * visitor left the step.
 */
export function askLink(
  { wait, onCancel, ...step }: LinkQuestion & Pick<LinkStepParameters, 'host' | 'onCancel'>,
  {
    surface,
    pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }: { surface: Surface; pause?: (milliseconds: number) => Promise<void> },
): { approved: Promise<void>; close(): void } {
  let leave: (() => void) | undefined
  let isOpen = true
  const left = new Promise<never>((_, reject) => {
    leave = () => {
      isOpen = false
      reject(new LoginCancelledError())
    }
  })
  const view = showLinkStep(
    {
      ...step,
      onCancel() {
        onCancel()
        leave?.()
      },
    },
    { surface },
  )

  async function untilApproved(): Promise<void> {
    while (isOpen) {
      try {
        if ((await wait()) === 'approved') return
      } catch (error) {
        const isBusy =
          error instanceof ServerError &&
          (error.problem.status >= 500 || error.problem.retryAfter !== undefined)
        if (error instanceof ServerError && !isBusy) throw error
        await pause(pauseMs)
      }
    }
  }

  const approved = Promise.race([untilApproved(), left]).finally(() => {
    isOpen = false
    view.close()
  })
  return { approved, close: () => leave?.() }
}
