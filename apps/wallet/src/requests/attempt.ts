import { BaseError, RpcError, rpcErrorCodes } from '@portico/protocol'
import { approveText } from '../approve/copy.ts'
import type { Description } from '../approve/Description.ts'
import type { AskContext } from './Ask.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/**
 * Runs a step that may fail for external reasons. Shows a failure to the visitor, who can retry.
 *
 * @throws {RpcError} when the visitor closes the failure; a refusal is rethrown at once
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
  /** Progress text. */
  text: string
  /** Text for the visitor: what went wrong, and what to do. */
  failure: string
  step(): Promise<T>
  context: AskContext
  signal: AbortSignal
}): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    approver.showProgress({ origin: session.origin, claimedName: session.dapp.name }, name, text)
    try {
      return await step()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof RequestRefusedError) throw error
      const code = error instanceof BaseError ? error.code : undefined
      const isOver = code === 'session-ended'
      const details =
        error instanceof Error ? (error instanceof BaseError ? error.shortMessage : error.message) : undefined
      const shown = isOver
        ? approveText('approve.sessionEnded')
        : code === 'account-busy'
          ? approveText('approve.accountBusy')
          : failure
      const choice = await approver.showFailure(
        {
          name,
          text: shown,
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
              message: shown,
              code: 'request-failed',
              cause: error,
            })
    }
  }
}
