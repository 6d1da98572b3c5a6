import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../applyTheme.ts'
import { provideDialog } from '../embedded/dialogs.ts'
import { loadStoredFeatures } from '../features/loadStoredFeatures.ts'
import { KitContext, type KitScope } from '../kit/KitContext.ts'
import { applyLanguage } from '../language/applyLanguage.ts'
import { language, loadTexts } from '../language/language.ts'
import { addFallbackFont, loadFont } from '../loadFont.ts'
import { loadWalletConnect } from '../walletConnect/loadWalletConnect.ts'
import { afterPaint } from './afterPaint.ts'
import { preloadConnect } from './connectWallet.ts'
import { createDialog, type Dialog } from './dialog.ts'
import { focusFirst } from './dialogFocus.ts'
import { firstCodeView } from './firstCodeView.ts'
import { requestClose } from './modalActions.ts'
import { Card } from './parts/Card.tsx'
import { currentView, type ModalState } from './router.ts'
import { loadViewStyles, modalSheet } from './styles/modalSheet.ts'
import { importViews, isLoaded, loadView } from './views/getView.ts'

export { requestClose } from './modalActions.ts'
export { openRequested } from './openRequested.ts'

/** Loads the methods of the instance that applications rarely call. */
export const loadMethods = async (scope: KitScope) =>
  (await import('../methods/createLazyMethods.ts')).createLazyMethods(scope)

/** Continues in a new task; where the browser can do that, before those that are waiting already. */
const nextTask = (): Promise<void> =>
  globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))

/** Where the modal is shown. Default: in a dialog on the body, or nowhere with `disableAppend`. */
interface Placement {
  /** The element that holds the dialog. */
  parent?: HTMLElement | undefined
  /** Returns whether the card is in the page instead of in the dialog. */
  isInline?: ((state: ModalState) => boolean) | undefined
}

/** The modal of a page. */
export interface MountedModal {
  dialog: Dialog
  place(placement: Placement): void
  /** Returns the card, to be rendered once. */
  drawCard(setLabel: (label: string) => void): ReactNode
  /** Here, because the bundler would split the modal's code if other files imported it. */
  firstCodeView: typeof firstCodeView
}

/**
 * Adds the modal to the page and synchronises it with the router: opens and closes the dialog, and renders the card
 * while it is open. The closed dialog stays in the page.
 */
export async function mountModal(scope: KitScope): Promise<MountedModal> {
  const { kit, router, theme } = scope
  // Load what changes the rows of Connect first, so that none is inserted under the pointer.
  await Promise.all([loadWalletConnect(scope), loadStoredFeatures(scope), loadTexts('card')])
  if (kit.options.enableMobileFullScreen) await loadViewStyles()
  let placement: Placement = {}
  const dialog = createDialog({
    requestClose: () => requestClose(scope),
    getParent: () => placement.parent ?? (kit.options.disableAppend ? undefined : document.body),
  })
  dialog.root.adoptedStyleSheets = [modalSheet()]
  const container = document.createElement('div')
  dialog.root.append(container)
  const react = createRoot(container)
  const updateTheme = () => {
    applyTheme(dialog.host, theme.getState())
    dialog.element.style.setProperty('--p-z', dialog.host.style.getPropertyValue('--p-z'))
  }

  function drawCard(setLabel: (label: string) => void): ReactNode {
    addFallbackFont()
    return (
      <KitContext.Provider value={scope}>
        <Card setLabel={setLabel} />
      </KitContext.Provider>
    )
  }

  /**
   * Renders the card, and shows it in a second task. In one, the page could not react for more than 50 ms on a slow device; and a card
   * that is complete when it is shown is styled and measured once.
   */
  async function open(state: ModalState): Promise<void> {
    const { name } = currentView(state)
    // The card must not open empty.
    if (!isLoaded(name)) await loadView(name)
    if (!isOpen) return
    applyLanguage(dialog.host, document.body)
    updateTheme()
    flushSync(() => react.render(drawCard(dialog.setLabel)))
    await nextTask()
    if (!isOpen) return
    dialog.open(state.openedAt ?? 0)
    const view = container.querySelector<HTMLElement>('.view')
    if (view) focusFirst(view)
    afterPaint(() => {
      loadFont(scope)
      preload()
    })
  }

  let isPreloaded = false
  /** Loads what choosing a wallet needs, after the first opening, so that it does not delay it. */
  function preload(): void {
    if (isPreloaded) return
    isPreloaded = true
    for (const namespace of kit.namespaces.values()) namespace.preload?.()
    kit.events.emit({ type: 'connecting' })
    for (const load of [preloadConnect, importViews]) load().catch(() => {})
  }

  // Unmount the card, so that a closed modal fetches nothing.
  const unmount = () => flushSync(() => react.render(null))
  let isOpen = false
  function update(): void {
    const { isInline } = placement
    const state = router.store.getState()
    const next = dialog.attach() && state.open && !isInline?.(state)
    if (next === isOpen) return
    isOpen = next
    // The card must not be in the page and in the dialog.
    if (!next) dialog.close({ onClosed: unmount, isImmediate: isInline !== undefined })
    else void open(state)
  }

  function place(next: Placement): void {
    placement = next
    update()
    if (dialog.element.isConnected) provideDialog(kit, dialog.element)
  }

  router.store.subscribe(update)
  theme.subscribe(updateTheme)
  language.subscribe(() => applyLanguage(dialog.host, document.body))
  place(placement)
  if (!isOpen) preload()
  return {
    dialog,
    place,
    drawCard(setLabel) {
      afterPaint(() => loadFont(scope))
      return drawCard(setLabel)
    },
    firstCodeView,
  }
}
