import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'

/** Milliseconds an Esplora API has for an answer. */
const timeout = 10_000

/**
 * Asks an Esplora API; JSON comes back parsed, anything else as text.
 *
 * @param url its base address, for example `https://mempool.space/api`.
 * @throws {RpcError} −32603 with the server's words if it refuses or does not answer within 10 s.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export async function askEsplora({
  url,
  path,
  body,
}: {
  url: string
  path: string
  /** With it the request is a POST. */
  body?: string | undefined
}): Promise<unknown> {
  const what = `the Esplora API to ${path.split('/')[1]}`
  let answer: { ok: boolean; status: number; text: string }
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    answer = { ok: response.ok, status: response.status, text: await response.text() }
  } catch (error) {
    throw toRpcError(error, `No answer of ${what}.`)
  }
  if (!answer.ok) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `A refusal of ${what} (${answer.status}).`,
      details: answer.text.slice(0, 1000) || undefined,
    })
  }
  try {
    return JSON.parse(answer.text)
  } catch {
    // Such as the id of a transaction, or a transaction in hex.
    return answer.text
  }
}

/** The first of several APIs that answers. @throws {RpcError} the last one's error; −32603 where there is none. */
export async function askFirst({
  urls,
  ...request
}: {
  urls: readonly string[]
  path: string
  body?: string | undefined
}): Promise<unknown> {
  let failure: unknown = new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The network has no Esplora address. Add one to its `rpcUrls`.',
  })
  for (const url of urls) {
    try {
      return await askEsplora({ url, ...request })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
