import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../ProviderRpcError.ts'

/**
 * Calls an Esplora API with `GET`, or `POST` if there is a body. Returns parsed JSON, or text if it is not JSON.
 *
 * @throws {ProviderRpcError} 4901 without a URL; -32603 with the node's message if it fails or does not respond.
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
      message: `The wallet has no Esplora URL for ${chain}, so it cannot send.`,
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
      message: `The Esplora API of ${chain} did not respond. Is the node running?`,
    })
  }
  if (!response.ok) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.internalError,
      message: `The node rejected the request: ${text.slice(0, 500)}`,
    })
  }
  try {
    return JSON.parse(text)
  } catch {
    // Some responses are plain text, such as a transaction id.
    return text
  }
}
