import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'

/** Milliseconds. */
const timeout = 10_000

/** What a node says by JSON-RPC that is not its fault, and that another node would say too. */
export class NodeAnswerError extends RpcError {
  override name = 'NodeAnswerError'
}

/** Errors of a node that is behind or busy: another may know. */
const transient: readonly number[] = [rpcErrorCodes.limitExceeded, -32004, -32005, -32014, -32016]

/**
 * Asks one endpoint once.
 *
 * @throws {NodeAnswerError} with the node's code; {RpcError} −32603 where it gave no answer in JSON-RPC.
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
  let answer: unknown
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    answer = await response.json()
  } catch (cause) {
    // The address is left out: those of RPC providers contain their key.
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `An endpoint did not answer ${method} in JSON-RPC.`,
      cause: cause instanceof Error ? cause : undefined,
    })
  }
  const error = readProperty(answer, 'error')
  const result = readProperty(answer, 'result')
  if (error === undefined || error === null) {
    if (result !== undefined) return result
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `An endpoint answered ${method} with neither result nor error.`,
    })
  }
  const code = readProperty(error, 'code')
  const said = readProperty(error, 'message')
  const rpcCode = typeof code === 'number' && Number.isSafeInteger(code) ? code : rpcErrorCodes.internalError
  const parameters = {
    rpcCode,
    message: `The node refused ${method}.`,
    details: typeof said === 'string' ? said.slice(0, 1000) : undefined,
    data: readProperty(error, 'data'),
  }
  throw transient.includes(rpcCode) ? new RpcError(parameters) : new NodeAnswerError(parameters)
}
