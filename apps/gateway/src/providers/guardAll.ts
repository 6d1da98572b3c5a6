import { createGuard, type Guard } from './createGuard.ts'
import type { Provider } from './Provider.ts'

/** A provider with its breaker and budget. */
export type Guarded<Kind extends Provider> = { provider: Kind; guard: Guard }

/** Providers in the order they are to be asked. */
export function guardAll<Kind extends Provider>(
  providers: readonly Kind[],
  now?: () => number,
): Guarded<Kind>[] {
  return providers.map((provider) => ({
    provider,
    guard: createGuard({ provider, ...(now ? { now } : {}) }),
  }))
}
