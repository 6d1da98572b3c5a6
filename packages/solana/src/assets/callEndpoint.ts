import { RpcError, readProperty, requestTimeoutMs, rpcErrorCodes } from '@portico/protocol'

/** A JSON-RPC error that every node would return for the request, so that another node need not be tried. */
export class NodeResponseError extends RpcError {
  override name = 'NodeResponseError'
}

/** Error codes of a node that is behind or busy: another node may succeed. */
const transient: readonly number[] = [rpcErrorCodes.limitExceeded, -32004, -32005, -32014, -32016]

/**
 * Sends one JSON-RPC request to one endpoint.
 *
 * @throws {NodeResponseError} with the node's code; {RpcError} −32603 if the response is not JSON-RPC or times out.
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
  let body: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    body = await response.json()
  } catch (cause) {
    // Do not include the URL: URLs of RPC providers contain API keys.
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `An endpoint returned no JSON-RPC response to ${method}.`,
      cause: cause instanceof Error ? cause : undefined,
    })
  }
  const error = readProperty(body, 'error')
  const result = readProperty(body, 'result')
  if (error === undefined || error === null) {
    if (result !== undefined) return result
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `An endpoint responded to ${method} with neither result nor error.`,
    })
  }
  const code = readProperty(error, 'code')
  const message = readProperty(error, 'message')
  const rpcCode = typeof code === 'number' && Number.isSafeInteger(code) ? code : rpcErrorCodes.internalError
  const parameters = {
    rpcCode,
    message: `The node returned an error for ${method}.`,
    details: typeof message === 'string' ? message.slice(0, 1000) : undefined,
    data: readProperty(error, 'data'),
  }
  throw transient.includes(rpcCode) ? new RpcError(parameters) : new NodeResponseError(parameters)
}
