import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { EvmChain } from './evmChain.ts'

/**
 * Sends a request to the chain's node and returns its result unchanged.
 *
 * @throws {ProviderRpcError} the node's error with its `code` and `data`; 4901 if the chain has no RPC URL; -32603 if the
 * node does not respond with JSON-RPC.
 */
export async function callNode({
  chain,
  method,
  params,
}: {
  chain: EvmChain
  method: string
  params: unknown
}): Promise<unknown> {
  if (chain.rpcUrl === undefined) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.chainDisconnected,
      message: `The wallet has no RPC URL for chain ${chain.chainId}, so it cannot answer ${method}.`,
    })
  }
  const response = await post(chain, { jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  if ('error' in response && response.error) throw new ProviderRpcError(parseError(response.error))
  return response.result ?? null
}

async function post(chain: EvmChain, body: object): Promise<{ error?: unknown; result?: unknown }> {
  try {
    const response = await fetch(chain.rpcUrl as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
    })
    const json: unknown = await response.json()
    if (typeof json === 'object' && json !== null) return json
  } catch {
    // A refused connection and an HTML error page are reported with the same error below.
  }
  throw new ProviderRpcError({
    code: rpcErrorCodes.internalError,
    // The URL is left out, because those of RPC providers contain an API key.
    message: `The RPC of chain ${chain.chainId} did not respond with JSON-RPC. Is the node running?`,
  })
}

function parseError(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error as Record<string, unknown>
  return {
    code: typeof code === 'number' ? code : rpcErrorCodes.internalError,
    message: typeof message === 'string' ? message : 'The node returned an error.',
    data,
  }
}
