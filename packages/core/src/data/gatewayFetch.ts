import { readRetryAfter, requestTimeoutMs, withRetry } from '@portico/protocol'
import { problem } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { type Kit, track } from '../kit.ts'
import { serverAlert } from '../serverAlert.ts'
import { toGatewayUrl } from '../toGatewayUrl.ts'
import { GatewayError } from './GatewayError.ts'
import { GatewayUnreachableError } from './GatewayUnreachableError.ts'

export interface GatewayFetchParameters<T extends z.ZodMiniType> {
  path: string
  /** Query parameters. Undefined and empty values are omitted. */
  query?: Record<string, string | undefined> | undefined
  /** Schema of the response's JSON, or of the `Blob`. */
  schema: T
  /** How the response is read. Default: `json`. */
  responseType?: 'json' | 'blob' | undefined
  /** Default: `POST` with a body, else `GET`. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | undefined
  /** Sent as JSON. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
}

/**
 * Sends a request to the application's gateway and validates the response. Updates `gatewayReachable` in the state,
 * and sets an alert for the errors that have one. GET requests are repeated as `retryRules` say.
 *
 * @throws GatewayError for any status other than 2xx · GatewayUnreachableError when there is no valid response within
 * `requestTimeoutMs`
 */
export function gatewayFetch<T extends z.ZodMiniType>(
  kit: Kit,
  parameters: GatewayFetchParameters<T>,
): Promise<z.infer<T>> {
  const { body, method = body === undefined ? 'GET' : 'POST', signal } = parameters
  const attempt = () => fetchOnce(kit, { ...parameters, method })
  return (method === 'GET' ? withRetry(attempt, { signal }) : attempt()).catch((error: unknown) => {
    const isInvalid = error instanceof GatewayUnreachableError && error.cause instanceof z.core.$ZodError
    const event = isInvalid ? 'DATA_PARSING_ERROR' : 'API_ERROR'
    if (!signal?.aborted)
      track(kit, event, { path: parameters.path, message: String(error) }, { type: 'error' })
    throw error
  })
}

async function fetchOnce<T extends z.ZodMiniType>(
  kit: Kit,
  {
    path,
    query = {},
    schema,
    responseType = 'json',
    body,
    headers,
    method,
    signal,
  }: GatewayFetchParameters<T>,
): Promise<z.infer<T>> {
  const url = toGatewayUrl(kit.options.gatewayUrl ?? '', path)
  const parameters = { ...query, projectId: kit.options.projectId, clientId: kit.getClientId() }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    const response = await fetch(url, {
      method: method as string,
      ...(headers && { headers }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // No JSON content type, so that the browser sends no CORS preflight for POST. The gateway does not need it.
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const content: unknown = await response[response.ok ? responseType : 'json']().catch(() => undefined)
    if (!response.ok) throw toError(response, content)
    const parsed = z.safeParse(schema, content)
    if (!parsed.success) throw new GatewayUnreachableError({ url: url.origin, cause: parsed.error })
    setReachable(kit, true)
    return parsed.data
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof GatewayError) {
      setReachable(kit, true)
      const alert = serverAlert(error)
      if (alert) kit.store.setState({ alert })
      throw error
    }
    setReachable(kit, false)
    throw error instanceof GatewayUnreachableError
      ? error
      : new GatewayUnreachableError({ url: url.origin, cause: error })
  }
}

function toError(response: Response, body: unknown): GatewayError {
  const { code, detail } = z.safeParse(problem, body).data ?? {}
  return new GatewayError({ status: response.status, retryAfterMs: readRetryAfter(response), code, detail })
}

function setReachable(kit: Kit, gatewayReachable: boolean): void {
  if (kit.store.getState().gatewayReachable !== gatewayReachable) kit.store.setState({ gatewayReachable })
}
