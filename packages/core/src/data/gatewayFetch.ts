import { problem } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Kit } from '../kit.ts'
import { serverAlert } from '../serverAlert.ts'
import { toGatewayUrl } from '../toGatewayUrl.ts'
import { GatewayError } from './GatewayError.ts'
import { GatewayUnreachableError } from './GatewayUnreachableError.ts'

/** The specification's HTTP time-out (§9). */
const timeout = 10_000

export interface GatewayFetchParameters<T extends z.ZodMiniType> {
  path: string
  /** Undefined and empty values are left out. */
  query?: Record<string, string | undefined> | undefined
  schema: T
  /** Sent as JSON, by POST. */
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * Asks the application's gateway and checks the answer. Notes in the state whether the gateway answers, and turns its
 * three refusals into alerts.
 *
 * @throws GatewayError with the status for any answer but 2xx · GatewayUnreachableError
 */
export async function gatewayFetch<T extends z.ZodMiniType>(
  kit: Kit,
  { path, query = {}, schema, body: sent, signal }: GatewayFetchParameters<T>,
): Promise<z.infer<T>> {
  const url = toGatewayUrl(kit.options.gatewayUrl ?? '', path)
  const parameters = { ...query, projectId: kit.options.projectId, clientId: kit.getClientId() }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  const limit = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      // Without a content type the browser asks for no permission first; the gateway reads JSON all the same.
      ...(sent === undefined ? {} : { method: 'POST', body: JSON.stringify(sent) }),
    })
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw toError(response.status, body)
    const answer = z.safeParse(schema, body)
    if (!answer.success) throw new GatewayUnreachableError({ url: url.origin, cause: answer.error })
    setReachable(kit, true)
    return answer.data
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

function toError(status: number, body: unknown): GatewayError {
  const parsed = z.safeParse(problem, body)
  return new GatewayError(
    parsed.success ? { status, code: parsed.data.code, detail: parsed.data.detail } : { status },
  )
}

function setReachable(kit: Kit, gatewayReachable: boolean): void {
  if (kit.store.getState().gatewayReachable !== gatewayReachable) kit.store.setState({ gatewayReachable })
}
