import { BaseError } from '@portico/protocol'
import type { Kit } from '../kit.ts'
import { serverAlert } from '../serverAlert.ts'
import { FrameAbortedError, FrameRequestError, FrameTimeoutError, LoginCancelledError } from './errors.ts'
import type { Frame } from './frame/openFrame.ts'

/** Runs single steps of a login or of a change of the e-mail address in the frame. */
export interface LoginSteps {
  /** Runs a step. Sets an alert when the frame does not answer in time, or for the server errors that have one. */
  run<T>(step: (frame: Frame) => Promise<T>): Promise<T>
  /**
   * Runs a step that waits until the visitor has typed a code in the frame.
   *
   * @throws LoginCancelledError when the visitor goes back to the e-mail address
   */
  runWithCode<T>(signal: AbortSignal, step: (frame: Frame, signal: AbortSignal) => Promise<T>): Promise<T>
  /** Cancels the step that waits for a code, if there is one. */
  cancelCode(): void
  /** Sets the alert that the frame has not answered in time. */
  alertTimeout(): void
}

export function createLoginSteps({
  kit,
  getFrame,
  onStuck,
}: {
  kit: Kit
  getFrame(): Promise<Frame>
  /** Called when the frame has not answered in time. */
  onStuck(): void
}): LoginSteps {
  let cancelCode: (() => void) | undefined

  function alertTimeout(): void {
    kit.store.setState({ alert: { id: 'socials-timeout', detail: location.origin } })
  }

  async function run<T>(step: (frame: Frame) => Promise<T>): Promise<T> {
    try {
      return await step(await getFrame())
    } catch (error) {
      if (error instanceof FrameTimeoutError) {
        alertTimeout()
        onStuck()
      }
      const reason = error instanceof FrameRequestError ? error.reason : undefined
      const alert = reason === undefined ? undefined : serverAlert(new BaseError('', { code: reason }))
      if (alert) kit.store.setState({ alert })
      throw error
    }
  }

  return {
    run,
    async runWithCode(signal, step) {
      const controller = new AbortController()
      let isCancelled = false
      cancelCode = () => {
        isCancelled = true
        controller.abort()
      }
      try {
        return await run((frame) => step(frame, AbortSignal.any([signal, controller.signal])))
      } catch (error) {
        throw isCancelled && error instanceof FrameAbortedError ? new LoginCancelledError() : error
      } finally {
        cancelCode = undefined
      }
    },
    cancelCode: () => cancelCode?.(),
    alertTimeout,
  }
}
