import type { NodeError } from './readAnswer.ts'

/** Codes that say nothing about the request (specification §8). */
const codes = new Set([-1, -32005, -32603])

/** Out of quota, or a node that is behind or broken: another one may answer. */
const elsewhere =
  /rate.?limit|too many requests|quota|compute units|credits|capacity|upgrade (your )?plan|request limit|daily limit|throttl|header not found|missing trie node|unknown block|block not found|try again|temporarily|unavailable|overloaded|not synced|syncing|requested was|out of range|no available (node|upstream)|internal server error|upstream|timeout|timed out|pruned|state.*not available/i

/** The chain's own answer, whatever code a node gives it: the same everywhere. */
const final =
  /execution reverted|revert|nonce too (low|high)|already known|insufficient funds|underpriced|intrinsic gas|gas (limit|required) exceeds|exceeds block gas limit|invalid (opcode|jump|sender|argument|params|signature)|out ?of ?gas|stack (under|over)flow|max fee per gas less/i

/** When another node is to be asked. */
export const retryRules = {
  /** Specification §8. */
  httpStatuses: new Set([403, 408, 413, 429, 500, 502, 503, 504]),
  isElsewhere({ code, message }: NodeError): boolean {
    if (code === 3 || final.test(message)) return false
    return codes.has(code) || elsewhere.test(message)
  },
  /** Throttled, not broken: the node is left alone for a while. */
  isThrottle({ code, message }: NodeError): boolean {
    return code === -32005 || /rate.?limit|too many requests|quota|compute units|throttl/i.test(message)
  },
}
