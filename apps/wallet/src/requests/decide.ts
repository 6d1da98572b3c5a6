import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Description } from '../approve/Description.ts'
import type { ChosenLimits } from '../approve/Limits.ts'
import type { AskContext } from './Ask.ts'

/**
 * Shows a description and resolves when the visitor approves, with the limits that were chosen if the description has any.
 *
 * @throws {RpcError} 4001 when the visitor rejects; the rejection is counted
 */
export async function decide({
  description,
  notice,
  context: { session, approver, limits, block },
  signal,
}: {
  description: Description
  notice?: string | undefined
  context: AskContext
  signal: AbortSignal
}): Promise<ChosenLimits | undefined> {
  const question = {
    description,
    origin: session.origin,
    claimedName: session.dapp.name,
    notice,
    canBlock: limits.offersBlock(),
  }
  const decision = await approver.ask(question, signal)
  if (decision === 'approved') return undefined
  if (typeof decision === 'object') return decision.approved
  await limits.reject()
  if (decision === 'blocked') await block()
  throw rejected()
}

function rejected(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'User rejected the request.',
    code: 'user-rejected',
  })
}
