import { RpcError } from '@portico/protocol'
import { UpstreamsFailedError } from '../../shared/upstreams/UpstreamsFailedError.ts'

const rangeMessages =
  /range|too (large|many|wide|big)|more than|exceed|limit|response size|timeout|timed out|10,?000|block count|narrow/i

/** Whether an upstream rejected a block range as too large, judging by its error message. */
export function isRangeError(error: unknown): boolean {
  if (error instanceof RpcError) return rangeMessages.test(error.shortMessage)
  return (
    error instanceof UpstreamsFailedError &&
    error.reasons.some((reason) => reason === 'too-large' || reason === 'timeout' || reason === 'status')
  )
}
