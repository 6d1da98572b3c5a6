import { vaultProblem } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { DpopProver } from './createDpopProver.ts'
import { ServerError, ServerUnreachableError } from './ServerError.ts'

/** One request. */
export type ServerRequest<schema extends z.core.$ZodType> = {
  method?: 'GET' | 'POST' | 'DELETE' | undefined
  /** Begins with a slash. */
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  accessToken?: string | undefined
  /** What the answer must be: anything else is not an answer. */
  schema: schema
  /** Milliseconds to wait; 30 seconds by default. */
  timeout?: number | undefined
}

/** Asks one server, with a proof of our key on each request. */
export type ServerClient = {
  call<schema extends z.core.$ZodType>(request: ServerRequest<schema>): Promise<z.output<schema>>
}

/** RFC 9449 names it with underscores, our problems with hyphens. */
const asksNonce = /^use[-_]dpop[-_]nonce$/

/**
 * A client of one server. Answers the server's wish for a nonce (RFC 9449, section 8) once per request, and keeps the last
 * one it was given.
 *
 * @throws {ServerError} with the server's problem
 * @throws {ServerUnreachableError} when nothing answered, or something else did
 */
export function createServerClient({
  origin,
  dpop,
  fetch,
}: {
  origin: string
  dpop: DpopProver
  fetch: typeof globalThis.fetch
}): ServerClient {
  let nonce: string | undefined

  async function send(request: ServerRequest<z.core.$ZodType>): Promise<Response> {
    const { method = 'POST', path, body, headers, accessToken, timeout = 30_000 } = request
    const url = `${origin}${path}`
    const answer = await fetch(url, {
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
      signal: AbortSignal.timeout(timeout),
    })
    nonce = answer.headers.get('dpop-nonce') ?? nonce
    return answer
  }

  return {
    async call(request) {
      try {
        const first = await send(request)
        const refusal = first.status === 401 ? await readProblem(first) : undefined
        const answer = refusal && asksNonce.test(refusal.code) ? await send(request) : first
        if (!answer.ok) {
          throw new ServerError((answer === first && refusal) || (await readProblem(answer)))
        }
        return z.parse(request.schema, answer.status === 204 ? {} : await answer.json())
      } catch (cause) {
        if (cause instanceof ServerError) throw cause
        throw new ServerUnreachableError({ server: origin, cause })
      }
    },
  }
}

async function readProblem(answer: Response) {
  return vaultProblem.parse(await answer.json())
}
