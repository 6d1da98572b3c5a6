import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'

/**
 * Asks a node of Solana. What the node says is passed on as it is.
 *
 * @throws {ProviderRpcError} the node's error; 4901 if the chain has no RPC address; -32603 if the node does not
 * answer, or not in JSON-RPC.
 */
export async function callSolanaNode({
  chain,
  rpcUrl,
  method,
  params,
}: {
  chain: string
  rpcUrl: string | undefined
  method: string
  params: readonly unknown[]
}): Promise<unknown> {
  if (rpcUrl === undefined) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.chainDisconnected,
      message: `The wallet has no RPC address for ${chain}, so it cannot send.`,
    })
  }
  let answer: { error?: { code?: unknown; message?: unknown; data?: unknown }; result?: unknown }
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
    })
    answer = await response.json()
  } catch {
    throw new ProviderRpcError({
      code: rpcErrorCodes.internalError,
      // The address itself is left out: those of RPC providers contain their key.
      message: `The RPC of ${chain} did not answer in JSON-RPC. Is the node running?`,
    })
  }
  if (answer.error) {
    const { code, message, data } = answer.error
    throw new ProviderRpcError({
      code: typeof code === 'number' ? code : rpcErrorCodes.internalError,
      message: typeof message === 'string' ? message : 'The node answered with an error.',
      data,
    })
  }
  return answer.result
}
