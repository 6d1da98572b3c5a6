import type { Kit, State } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AppKitConnections } from '../connections/toConnections.ts'
import type { ModalState, Router } from '../modal/router.ts'
import type { Theme } from '../theme.ts'

/** What the components of one instance share: the headless kit, the modal's router and the theme. */
export interface KitScope {
  kit: Kit
  router: Router
  theme: Theme
  /** Lists the wallets of a namespace (default: the active one). Set once they can be more than one. */
  listConnections?: ((namespace?: NamespaceId | undefined) => AppKitConnections) | undefined
}

export const KitContext = createContext<KitScope | undefined>(undefined)

/** Returns the kit, router and theme of the surrounding context. @throws outside of a `KitContext` */
export function useScope(): KitScope {
  const scope = useContext(KitContext)
  if (!scope) throw new Error('A Portico component was rendered outside of its KitContext.')
  return scope
}

/** Selects from the kit's state. The selector must return an identical value for the same state. */
export function useKitState<T>(selector: (state: State) => T): T {
  const { store } = useScope().kit
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}

/** Selects from the modal's state. The selector must return an identical value for the same state. */
export function useModalState<T>(selector: (state: ModalState) => T): T {
  const { store } = useScope().router
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}
