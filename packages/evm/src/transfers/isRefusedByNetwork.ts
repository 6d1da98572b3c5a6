import { RpcError } from '@portico/protocol'

/** Returns whether a node has executed a call or transaction and says that it fails; otherwise it cannot tell. */
export function isRefusedByNetwork(error: unknown): boolean {
  // 3: execution reverted. Nodes report an insufficient balance under codes of their own.
  return (
    error instanceof RpcError &&
    (error.rpcCode === 3 || /revert|insufficient|exceeds/i.test(`${error.message} ${error.details ?? ''}`))
  )
}
