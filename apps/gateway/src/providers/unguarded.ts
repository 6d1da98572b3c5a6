import type { Guarded } from './guardAll.ts'
import type { Provider } from './Provider.ts'

/** A provider that is always asked: the chain's own nodes, which have their own rules for failures. */
export function unguarded<Kind extends Provider>(provider: Kind): Guarded<Kind> {
  return { provider, guard: (ask) => ask() }
}
