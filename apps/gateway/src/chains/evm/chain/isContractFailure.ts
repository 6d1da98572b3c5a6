import { RpcError } from '@portico/protocol'
import type { FailureReason } from '../../shared/upstreams/Answer.ts'
import { retryRules } from '../../shared/upstreams/retryRules.ts'
import { UpstreamsFailedError } from '../../shared/upstreams/UpstreamsFailedError.ts'

/**
 * Whether a failed call may be due to a contract that burns all gas or returns megabytes. Throttling does not count:
 * splitting the call would make it worse.
 */
export function isContractFailure(error: unknown): boolean {
  if (error instanceof RpcError)
    return !retryRules.isThrottle({ code: error.rpcCode, message: error.shortMessage })
  const reasons: readonly FailureReason[] = ['too-large', 'timeout']
  return error instanceof UpstreamsFailedError && error.reasons.some((reason) => reasons.includes(reason))
}
