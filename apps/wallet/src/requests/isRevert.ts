import { RpcError } from '@portico/protocol'

/** How nodes report that a call reached a contract and the contract refused it. */
const reverted =
  /revert|vm execution error|invalid ?\w*opcode|invalid ?jump|bad instruction|out ?of ?gas|stack ?(under|over)flow/i

/** Whether a call failed because the contract refused it, and not because the node did not answer. */
export function isRevert(error: unknown): boolean {
  return error instanceof RpcError && (error.rpcCode === 3 || reverted.test(error.shortMessage))
}
