import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'

/**
 * Sends a request to a Solana node and returns its result unchanged.
 *
 * @throws {ProviderRpcError} the node's error; 4901 if the chain has no RPC URL; -32603 if the node does not respond with
 * JSON-RPC.
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
      message: `The wallet has no RPC URL for ${chain}, so it cannot send.`,
    })
  }
  let body: { error?: { code?: unknown; message?: unknown; data?: unknown }; result?: unknown }
  try {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
    })
    body = await response.json()
  } catch {
    throw new ProviderRpcError({
      code: rpcErrorCodes.internalError,
      // The URL is left out, because those of RPC providers contain an API key.
      message: `The RPC of ${chain} did not respond with JSON-RPC. Is the node running?`,
    })
  }
  if (body.error) {
    const { code, message, data } = body.error
    throw new ProviderRpcError({
      code: typeof code === 'number' ? code : rpcErrorCodes.internalError,
      message: typeof message === 'string' ? message : 'The node returned an error.',
      data,
    })
  }
  return body.result
}
