import type { State } from '@portico/core'
import { useContext, useRef, useSyncExternalStore } from 'react'
import type { AppKit } from '../appKit.ts'
import { InitialStateContext } from '../kit/InitialStateContext.ts'
import type { ModalState } from '../modal/router.ts'

/**
 * Returns a value computed from the kit's and the modal's state. Results that are equal as JSON keep their identity, so
 * that a component rerenders only when its value changes.
 */
export function useDerived<T>({ scope }: AppKit, select: (state: State, modal: ModalState) => T): T {
  const { kit, router } = scope
  const initial = useContext(InitialStateContext)
  const last = useRef<{ json: string | undefined; value: T } | undefined>(undefined)
  const reuse = (value: T): T => {
    const json = JSON.stringify(value)
    if (last.current && last.current.json === json) return last.current.value
    last.current = { json, value }
    return value
  }
  return useSyncExternalStore(
    (listener) => {
      const stops = [kit.store.subscribe(listener), router.store.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    () => reuse(select(kit.store.getState(), router.store.getState())),
    () => reuse(select(initial ?? kit.store.getInitialState(), router.store.getInitialState())),
  )
}
