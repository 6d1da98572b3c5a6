import { readProperty } from '../errors/readProperty.ts'
import { RpcError } from '../rpc/RpcError.ts'
import { rpcErrorCodes } from '../rpc/rpcErrorCodes.ts'
import { type BatcherOptions, createBatcher } from './createBatcher.ts'
import { HttpStatusError } from './HttpStatusError.ts'

/** Sends one JSON-RPC request to one endpoint. */
export type JsonRpc = (request: { url: string; method: string; params?: unknown }) => Promise<unknown>

/**
 * Creates a JSON-RPC client over HTTP, which does not repeat requests.
 *
 * The client throws RpcError with the node's code, HttpStatusError for an error status without JSON-RPC, and errors of
 * `fetch`.
 */
export function createJsonRpc(options?: BatcherOptions): JsonRpc {
  const send = createBatcher(options)
  return async ({ url, method, params = [] }) => {
    const { content, response } = await send(url, { method, params })
    const status = response.ok ? undefined : new HttpStatusError(response)
    const error = readProperty(content, 'error')
    const result = readProperty(content, 'result')
    if (error === undefined || error === null) {
      if (result !== undefined) return result
      if (status) throw status
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: `An endpoint responded to ${method} with neither result nor error.`,
      })
    }
    const code = readProperty(error, 'code')
    const message = readProperty(error, 'message')
    throw new RpcError({
      rpcCode: typeof code === 'number' && Number.isSafeInteger(code) ? code : rpcErrorCodes.internalError,
      message: `The node returned an error for ${method}.`,
      details: typeof message === 'string' ? message.slice(0, 1000) : undefined,
      data: readProperty(error, 'data'),
      cause: status,
    })
  }
}
