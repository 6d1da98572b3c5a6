import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'

/**
 * Asks an Esplora API: `GET`, or `POST` with a body of text. JSON comes back parsed, anything else as text.
 *
 * @throws {ProviderRpcError} 4901 without a URL; -32603 with the node's words if it refuses or does not answer.
 */
export async function callEsplora({
  chain,
  url,
  path,
  body,
}: {
  chain: string
  url: string | undefined
  path: string
  body?: string | undefined
}): Promise<unknown> {
  if (url === undefined) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.chainDisconnected,
      message: `The wallet has no Esplora address for ${chain}, so it cannot send.`,
    })
  }
  let response: Response
  let text: string
  try {
    response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      credentials: 'omit',
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    text = await response.text()
  } catch {
    throw new ProviderRpcError({
      code: rpcErrorCodes.internalError,
      message: `The Esplora API of ${chain} did not answer. Is the node running?`,
    })
  }
  if (!response.ok) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.internalError,
      message: `The node refused: ${text.slice(0, 500)}`,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    // Such as the id of a transaction.
    return text
  }
}
