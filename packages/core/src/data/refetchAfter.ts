import { GatewayError } from './GatewayError.ts'
import { lifetimes } from './lifetimes.ts'

/**
 * Returns the `refetchInterval` of a query (ms): `lifetime` after a success; after a failure the time that the gateway
 * asked for, at least `lifetimes.retry`.
 */
export function refetchAfter<T extends number | false>(lifetime: T) {
  return ({ state: { status, error } }: { state: { status: string; error: unknown } }): number | T => {
    if (status !== 'error') return lifetime
    return Math.max(lifetimes.retry, (error instanceof GatewayError && error.retryAfterMs) || 0)
  }
}
