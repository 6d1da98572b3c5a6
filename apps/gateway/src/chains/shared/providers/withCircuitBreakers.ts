import { type CircuitBreaker, createCircuitBreaker } from './createCircuitBreaker.ts'
import type { Provider } from './Provider.ts'

/** A provider with its circuit breaker. */
export type ProtectedProvider<Kind extends Provider> = { provider: Kind; breaker: CircuitBreaker }

/** Adds a circuit breaker to each provider. */
export function withCircuitBreakers<Kind extends Provider>(
  providers: readonly Kind[],
  now?: () => number,
): ProtectedProvider<Kind>[] {
  return providers.map((provider) => ({
    provider,
    breaker: createCircuitBreaker({ provider, ...(now ? { now } : {}) }),
  }))
}
