import type { State } from '@portico/core'
import { useRef, useSyncExternalStore } from 'react'
import type { AppKit } from '../appKit.ts'
import type { ModalState } from '../modal/router.ts'

/**
 * Something computed from the kit's and the modal's state. Equal results keep their identity, so that a component
 * draws again only when what it reads has changed.
 */
export function useDerived<T>({ scope }: AppKit, select: (state: State, modal: ModalState) => T): T {
  const { kit, router } = scope
  const last = useRef<{ text: string | undefined; value: T } | undefined>(undefined)
  const keep = (value: T): T => {
    const text = JSON.stringify(value)
    if (last.current && last.current.text === text) return last.current.value
    last.current = { text, value }
    return value
  }
  return useSyncExternalStore(
    (listener) => {
      const stops = [kit.store.subscribe(listener), router.store.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => keep(select(kit.store.getState(), router.store.getState())),
    () => keep(select(kit.store.getInitialState(), router.store.getInitialState())),
  )
}
