import type { AppKit } from '@portico/react'
import { createInstance } from '@portico/react/internal'

const initial = new WeakMap<AppKit, AppKit>()

/**
 * Returns an instance that is read only and stays in the state that the instance was created with, as it is on a server. A page that
 * was rendered on a server reads it while it hydrates, so that its first markup is the same.
 *
 * @example
 * import { getInitialAppKit } from '@portico/elements'
 *
 * getInitialAppKit(appKit).getAddress() // undefined, although a wallet is connected
 */
export function getInitialAppKit(appKit: AppKit): AppKit {
  const existing = initial.get(appKit)
  if (existing) return existing
  const { kit, router, theme } = appKit.scope
  const created = createInstance({
    kit: { ...kit, store: freeze(kit.store) },
    router: { ...router, store: freeze(router.store) },
    theme: freeze(theme),
  })
  initial.set(appKit, created)
  return created
}

/** Returns a store whose state is always its first. */
function freeze<T extends { getState: () => unknown; getInitialState: () => unknown }>(store: T): T {
  return { ...store, getState: store.getInitialState }
}
