import { retryRules as requestRules } from '@portico/protocol'
import type { UpstreamError } from './Answer.ts'

/** Codes of errors that are not caused by the request. */
const retryableCodes: ReadonlySet<number> = new Set(requestRules.rpcCodes)

/** Messages of upstreams that are out of quota, behind or broken: another one may answer. */
const retryableMessages =
  /rate.?limit|too many requests|quota|compute units|credits|capacity|upgrade (your )?plan|request limit|daily limit|throttl|header not found|missing trie node|unknown block|block not found|try again|temporarily|unavailable|overloaded|not synced|syncing|requested was|out of range|no available (node|upstream)|internal server error|upstream|timeout|timed out|pruned|state.*not available/i

/** Messages about the request or the chain's state, whatever the code: every upstream would answer the same. */
const finalMessages =
  /execution reverted|revert|nonce too (low|high)|already known|insufficient funds|underpriced|intrinsic gas|gas (limit|required) exceeds|exceeds block gas limit|invalid (opcode|jump|sender|argument|params|signature)|out ?of ?gas|stack (under|over)flow|max fee per gas less/i

/** When to try another upstream. */
export const retryRules = {
  /** HTTP statuses that are not caused by the request. */
  httpStatuses: new Set(requestRules.httpStatuses) as ReadonlySet<number>,
  isRetryable({ code, message }: UpstreamError): boolean {
    if (code === 3 || finalMessages.test(message)) return false
    return retryableCodes.has(code) || retryableMessages.test(message)
  },
  /** Whether the upstream throttles, and needs a pause, rather than being broken. */
  isThrottle({ code, message }: UpstreamError): boolean {
    return code === -32005 || /rate.?limit|too many requests|quota|compute units|throttl/i.test(message)
  },
}
