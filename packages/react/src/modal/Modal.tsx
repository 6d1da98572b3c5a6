import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../applyTheme.ts'
import { provideDialog } from '../embedded/dialogs.ts'
import { loadStoredFeatures } from '../features/loadStoredFeatures.ts'
import { KitContext, type KitScope } from '../kit/KitContext.ts'
import { loadFont } from '../loadFont.ts'
import { loadWalletConnect } from '../walletConnect/loadWalletConnect.ts'
import { preloadConnect } from './connectWallet.ts'
import { createDialog } from './dialog.ts'
import { requestClose } from './modalActions.ts'
import { Card } from './parts/Card.tsx'
import { loadViewStyles, modalSheet } from './styles/modalSheet.ts'
import { importViews } from './views/getView.ts'

export { requestClose } from './modalActions.ts'
export { openRequested } from './openRequested.ts'

/** Loads the methods of the instance that applications rarely call. */
export const loadMethods = async (scope: KitScope) =>
  (await import('../methods/createLazyMethods.ts')).createLazyMethods(scope)

/**
 * Adds the modal to the page and synchronises it with the router: opens and closes the dialog, and renders the card
 * while it is open. The closed dialog stays in the page.
 */
export async function mountModal(scope: KitScope): Promise<void> {
  const { kit, router, theme } = scope
  // Load what changes the rows of Connect first, so that none is inserted under the pointer.
  await Promise.all([loadWalletConnect(scope), loadStoredFeatures(scope)])
  if (kit.options.enableMobileFullScreen) await loadViewStyles()
  const dialog = createDialog({ requestClose: () => requestClose(scope) })
  provideDialog(kit, dialog.element)
  dialog.root.adoptedStyleSheets = [modalSheet()]
  const container = document.createElement('div')
  dialog.root.append(container)
  const react = createRoot(container)
  const updateTheme = () => {
    applyTheme(dialog.host, theme.getState())
    dialog.element.style.setProperty('--p-z', dialog.host.style.getPropertyValue('--p-z'))
  }

  function open(): void {
    dialog.host.dir = getComputedStyle(document.body).direction
    updateTheme()
    loadFont(scope)
    dialog.open()
    // Synchronously, so that the card has its size and its first control the focus before the first paint.
    flushSync(() =>
      react.render(
        <KitContext.Provider value={scope}>
          <Card setLabel={dialog.setLabel} />
        </KitContext.Provider>,
      ),
    )
  }

  let isOpen = false
  function update(): void {
    const next = router.store.getState().open
    if (next === isOpen) return
    isOpen = next
    if (next) open()
    // Unmount the card, so that a closed modal fetches nothing.
    else dialog.close(() => react.render(null))
  }

  router.store.subscribe(update)
  theme.subscribe(updateTheme)
  update()
  // Load what choosing a wallet needs after the modal, so that it does not delay the opening.
  for (const namespace of kit.namespaces.values()) namespace.preload?.()
  for (const preload of [preloadConnect, importViews]) preload().catch(() => {})
}
