import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../applyTheme.ts'
import { provideDialog } from '../embedded/dialogs.ts'
import { loadFont } from '../font.ts'
import { KitContext, type KitScope } from '../kit/KitContext.ts'
import { createDialog } from './dialog.ts'
import { Card } from './parts/Card.tsx'
import { modalSheet } from './styles/modalSheet.ts'

export { loadWalletConnect } from '../walletConnect/loadWalletConnect.ts'
export { preloadConnect } from './connectWallet.ts'

export interface MountModalParameters {
  scope: KitScope
  /** What Escape, the backdrop and the Close button ask for. */
  requestClose: () => void
  /** What the Back button asks for. */
  goBack: () => void
}

/**
 * Puts the modal on the page and keeps it in step with the router: opens and closes it, draws it while it is open,
 * and leaves the closed dialog where it is.
 *
 * @returns `destroy`, which takes it off the page
 */
export function mountModal({ scope, requestClose, goBack }: MountModalParameters): { destroy(): void } {
  const { router, theme } = scope
  const dialog = createDialog({ requestClose })
  provideDialog(scope.kit, dialog.element)
  dialog.root.adoptedStyleSheets = [modalSheet()]
  const place = document.createElement('div')
  dialog.root.append(place)
  const react = createRoot(place)
  const paint = () => applyTheme(dialog.host, theme.getState())

  function open(): void {
    dialog.host.dir = getComputedStyle(document.body).direction
    paint()
    loadFont(scope)
    dialog.open()
    // At once, so that the card has its size and its first control has the focus before it is painted.
    flushSync(() =>
      react.render(
        <KitContext.Provider value={scope}>
          <Card requestClose={requestClose} goBack={goBack} setLabel={dialog.setLabel} />
        </KitContext.Provider>,
      ),
    )
  }

  let isOpen = false
  function follow(): void {
    const next = router.store.getState().open
    if (next === isOpen) return
    isOpen = next
    if (next) open()
    // What is closed reads nothing and asks nothing: only the empty dialog stays.
    else dialog.close(() => react.render(null))
  }

  const stops = [router.store.subscribe(follow), theme.subscribe(paint)]
  follow()
  return {
    destroy() {
      for (const stop of stops) stop()
      react.unmount()
      dialog.destroy()
    },
  }
}
