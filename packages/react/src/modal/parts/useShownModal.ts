import { useEffect, useRef, useState } from 'react'
import { useKitState, useModalState } from '../../kit/KitContext.ts'
import { instantMs } from '../attempts.ts'
import { currentView, type ModalState } from '../router.ts'
import { isLoaded, load, loadView } from '../views/getView.ts'

/**
 * Returns the state of the modal to render: the previous one while the code of the current view loads, so that the card
 * neither empties nor shrinks. Preloads what follows while a wallet connects.
 */
export function useShownModal(): ModalState {
  const modal = useModalState((state) => state)
  const view = currentView(modal)
  const [settled, settle] = useState({ view })
  const shown = useRef(modal)
  if (settled.view === view || isLoaded(view.name)) shown.current = modal
  useEffect(() => {
    // Again when a late view is loaded at last: its heading may be loaded with it.
    for (const loading of [loadView(view.name), load(view.name)])
      loading.then(
        () => settle({ view }),
        () => {},
      )
  }, [view])
  const isConnecting = useKitState((state) =>
    Object.values(state.connections).some((connection) => connection?.status === 'connecting'),
  )
  useEffect(() => {
    if (!isConnecting) return
    // Not at once: a wallet that may connect without asking answers within milliseconds.
    setTimeout(() => {
      for (const name of ['connecting-external', 'sign-message', 'account'] as const) void loadView(name)
    }, instantMs)
  }, [isConnecting])
  return shown.current
}
