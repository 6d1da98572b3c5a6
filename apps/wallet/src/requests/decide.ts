import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Description } from '../approve/Description.ts'
import type { AskContext } from './Ask.ts'

/**
 * Shows a description and resolves when the visitor approves.
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
}): Promise<void> {
  const question = {
    description,
    origin: session.origin,
    claimedName: session.dapp.name,
    notice,
    canBlock: limits.offersBlock(),
  }
  const decision = await approver.ask(question, signal)
  if (decision === 'approved') return
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
