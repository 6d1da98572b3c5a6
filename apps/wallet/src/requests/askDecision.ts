import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Description } from '../approve/Description.ts'
import type { Decision } from '../approve/Question.ts'
import type { AskContext } from './Ask.ts'

/**
 * Shows a description and resolves when the visitor approves, with what was chosen.
 *
 * @throws {RpcError} 4001 when the visitor rejects; the rejection is counted
 */
export async function askDecision({
  description,
  notice,
  context: { session, approver, limits, block },
  signal,
}: {
  description: Description
  notice?: string | undefined
  context: AskContext
  signal: AbortSignal
}): Promise<Exclude<Decision, 'rejected' | 'blocked'>> {
  const question = {
    description,
    origin: session.origin,
    claimedName: session.dapp.name,
    notice,
    canBlock: limits.offersBlock(),
  }
  const decision = await approver.ask(question, signal)
  if (decision !== 'rejected' && decision !== 'blocked') return decision
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
