import type { CallDescription, Movement } from '../../shared/activity/TransactionDescription.ts'
import type { Signed } from '../batches/readSigned.ts'
import { isActing } from './isActing.ts'
import { isPaying } from './isPaying.ts'
import { isSignedBy } from './isSignedBy.ts'

/**
 * Describes the calls of a batch, if it does more than one thing. Approvals that come with a single call only prepare it.
 *
 * @returns empty for a batch that reads like a plain transaction.
 */
export function describeCalls({
  signed: { calls },
  movements,
}: {
  signed: Signed
  movements: readonly Movement[]
}): CallDescription[] {
  const acting = calls.filter(isActing)
  if (calls.length < 2 || acting.length === 1) return []
  const open = [...movements]
  return calls.map((call): CallDescription => {
    const at = open.findIndex((movement) => isSignedBy(movement, [call]))
    const movement = at >= 0 ? open.splice(at, 1)[0] : undefined
    if (!isActing(call)) return { operationType: 'approve', sentTo: call.to ?? '', movement: undefined }
    const isSend = movement !== undefined && isPaying(call)
    return {
      operationType: isSend ? 'send' : 'execute',
      sentTo: (isSend && call.payee) || (call.to ?? ''),
      movement,
    }
  })
}
