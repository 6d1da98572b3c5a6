import { HttpStatusError, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { sendBatched } from './sendBatched.ts'

/**
 * Sends one JSON-RPC request to one endpoint.
 *
 * @throws {RpcError} with the node's code · {HttpStatusError} for an error status without JSON-RPC · the error of
 * `fetch`.
 */
export async function callEndpoint({
  url,
  method,
  params = [],
}: {
  url: string
  method: string
  params?: unknown
}): Promise<unknown> {
  const { content, response } = await sendBatched(url, { method, params })
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
