import { withRetry } from '@portico/protocol'
import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import { addClientId } from './addClientId.ts'
import type { DpopProver } from './createDpopProver.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

export type ServerRequest<schema extends z.core.$ZodType> = {
  method?: 'GET' | 'POST' | 'DELETE' | undefined
  /** Path with a leading slash. */
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  accessToken?: string | undefined
  /** Schema of the response body; a response that does not match counts as unreachable. */
  schema: schema
  /** Milliseconds to wait for the response; 30 seconds by default. */
  timeoutMs?: number | undefined
}

/** Calls one server, with a DPoP proof on each request. */
export type ServerClient = {
  call<schema extends z.core.$ZodType>(request: ServerRequest<schema>): Promise<z.output<schema>>
}

/** The code that asks for a nonce: underscores in RFC 9449, hyphens in our servers' problems. */
const nonceRequired = /^use[-_]dpop[-_]nonce$/

/**
 * Creates a client of one server. If the server requires a DPoP nonce (RFC 9449, section 8), the request is repeated once
 * with it; later requests use the last nonce received. GET requests are repeated as `retryRules` say, others never.
 *
 * Calls throw `ServerError` with the server's problem, and `ServerUnreachableError` when there is no valid response.
 */
export function createServerClient({
  origin,
  dpop,
  fetch,
  clientId,
}: {
  origin: string
  dpop: DpopProver
  fetch: typeof globalThis.fetch
  /** Returns the random ID of this installation, or an empty text. Only the gateway gets it. */
  clientId?: (() => Promise<string>) | undefined
}): ServerClient {
  let nonce: string | undefined

  async function send(request: ServerRequest<z.core.$ZodType>): Promise<Response> {
    const { method = 'POST', path, body, headers, accessToken, timeoutMs = 30_000 } = request
    const url = await addClientId(`${origin}${path}`, clientId)
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(accessToken ? { authorization: `DPoP ${accessToken}` } : {}),
        dpop: await dpop.prove({ method, url, accessToken, nonce }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    nonce = response.headers.get('dpop-nonce') ?? nonce
    return response
  }

  async function callOnce<schema extends z.core.$ZodType>(
    request: ServerRequest<schema>,
  ): Promise<z.output<schema>> {
    try {
      const first = await send(request)
      const refusal = first.status === 401 ? await readProblem(first) : undefined
      const response = refusal && nonceRequired.test(refusal.code) ? await send(request) : first
      if (!response.ok)
        throw new ServerError((response === first && refusal) || (await readProblem(response)))
      return z.parse(request.schema, response.status === 204 ? {} : await response.json())
    } catch (cause) {
      if (cause instanceof ServerError) throw cause
      throw new ServerUnreachableError({ server: origin, cause })
    }
  }

  return {
    call: (request) => (request.method === 'GET' ? withRetry(() => callOnce(request)) : callOnce(request)),
  }
}

async function readProblem(response: Response) {
  return vaultProblem.parse(await response.json())
}
