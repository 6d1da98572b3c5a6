import type { Provider } from './Provider.ts'
import type { ProtectedProvider } from './withCircuitBreakers.ts'

/** Marks a provider as always callable: the network's own upstreams, whose pool handles failures itself. */
export function withoutCircuitBreaker<Kind extends Provider>(provider: Kind): ProtectedProvider<Kind> {
  return { provider, breaker: (call) => call() }
}
