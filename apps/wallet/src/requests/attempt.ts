import { BaseError, RpcError, rpcErrorCodes } from '@portico/protocol'
import type { AskContext } from './Ask.ts'
import type { Description } from './Description.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/**
 * Takes a step that may fail for reasons outside, explains a failure to the visitor, and takes it again if he wants.
 *
 * @throws {RpcError} when the visitor gave up; refusals at once
 */
export async function attempt<T>({
  name,
  text,
  failure,
  step,
  context: { approver, session },
  signal,
}: {
  name: Description['name']
  /** What is shown meanwhile. */
  text: string
  /** What went wrong, and what to do, for the visitor. */
  failure: string
  step(): Promise<T>
  context: AskContext
  signal: AbortSignal
}): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    approver.work({ origin: session.origin, claimedName: session.dapp.name }, name, text)
    try {
      return await step()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RequestRefusedError) throw error
      const isOver = error instanceof BaseError && error.code === 'session-ended'
      const details =
        error instanceof Error ? (error instanceof BaseError ? error.shortMessage : error.message) : undefined
      const choice = await approver.fail(
        {
          name,
          text: isOver ? 'This device is signed out. Log in again, then ask once more.' : failure,
          details,
          canRetry: !isOver,
        },
        signal,
      )
      if (choice === 'close')
        throw error instanceof RpcError
          ? error
          : new RpcError({
              rpcCode: rpcErrorCodes.internalError,
              message: failure,
              code: 'request-failed',
              cause: error,
            })
    }
  }
}
