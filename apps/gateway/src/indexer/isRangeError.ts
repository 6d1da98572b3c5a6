import { RpcError } from '@portico/protocol'
import { UpstreamsFailedError } from '../upstreams/UpstreamsFailedError.ts'

const words =
  /range|too (large|many|wide|big)|more than|exceed|limit|response size|timeout|timed out|10,?000|block count|narrow/i

/** Whether a node refused to search that many blocks, in whatever words; fewer may do. */
export function isRangeError(error: unknown): boolean {
  if (error instanceof RpcError) return words.test(error.shortMessage)
  return (
    error instanceof UpstreamsFailedError &&
    error.reasons.some((reason) => reason === 'too-large' || reason === 'timeout' || reason === 'status')
  )
}
