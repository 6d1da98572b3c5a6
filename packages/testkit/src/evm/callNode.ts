import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { EvmChain } from './evmChain.ts'

/**
 * Asks the chain's node. What the node says is passed on as it is, errors with their `code` and `data` included.
 *
 * @throws {ProviderRpcError} the node's error; 4901 if the chain has no RPC address; -32603 if the node does not
 * answer, or not in JSON-RPC.
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
      message: `The wallet has no RPC address for chain ${chain.chainId}, so it cannot answer ${method}.`,
    })
  }
  const answer = await post(chain, { jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  if ('error' in answer && answer.error) throw new ProviderRpcError(readError(answer.error))
  return answer.result ?? null
}

async function post(chain: EvmChain, body: object): Promise<{ error?: unknown; result?: unknown }> {
  try {
    const response = await fetch(chain.rpcUrl as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
    })
    const answer: unknown = await response.json()
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {
    // Told below: to the page, a refused connection and an HTML error page are the same.
  }
  throw new ProviderRpcError({
    code: rpcErrorCodes.internalError,
    // The address itself is left out: those of RPC providers contain their key.
    message: `The RPC of chain ${chain.chainId} did not answer in JSON-RPC. Is the node running?`,
  })
}

function readError(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error as Record<string, unknown>
  return {
    code: typeof code === 'number' ? code : rpcErrorCodes.internalError,
    message: typeof message === 'string' ? message : 'The node answered with an error.',
    data,
  }
}
