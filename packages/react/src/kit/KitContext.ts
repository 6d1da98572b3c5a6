import type { Kit, State } from '@portico/core'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ModalState, Router } from '../modal/router.ts'
import type { Theme } from '../theme.ts'

/** What every component of one kit shares: the headless kit, the modal's router and the theme. */
export interface KitScope {
  kit: Kit
  router: Router
  theme: Theme
}

export const KitContext = createContext<KitScope | undefined>(undefined)

/** The kit, router and theme a component belongs to. */
export function useScope(): KitScope {
  const scope = useContext(KitContext)
  if (!scope) throw new Error('A Portico component was rendered outside its kit.')
  return scope
}

/** A part of the kit's state. The selector must return the same value for the same state. */
export function useKitState<T>(selector: (state: State) => T): T {
  const { store } = useScope().kit
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}

/** A part of the modal's state. */
export function useModalState<T>(selector: (state: ModalState) => T): T {
  const { store } = useScope().router
  return useSyncExternalStore(
    store.subscribe,
    () => selector(store.getState()),
    () => selector(store.getInitialState()),
  )
}
