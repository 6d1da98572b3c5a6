import { getConnected } from '@portico/core'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { applyTheme } from '../../applyTheme.ts'
import type { KitScope } from '../../kit/KitContext.ts'
import { applyLanguage } from '../../language/applyLanguage.ts'
import { language } from '../../language/language.ts'
import type { MountedModal } from '../Modal.tsx'
import { requiredFlowView } from '../requiredView.ts'
import type { ModalState, View } from '../router.ts'
import inline from './inline.css?inline'

const hostStyle = { all: 'initial', display: 'block', width: '100%', 'max-width': '360px' }

/**
 * Shows the modal's card in an element of the page, as a labelled region. The modal is open all the time: closing it
 * returns to the view it starts with. Views for which `isInline` returns false are left to the dialog; the element keeps
 * its height meanwhile.
 *
 * @returns a function that removes the card
 */
export function mountInline(
  scope: KitScope,
  {
    element,
    modal: { dialog, drawCard, firstCodeView },
    isInline,
  }: { element: HTMLElement; modal: MountedModal; isInline: (state: ModalState) => boolean },
): () => void {
  const { kit, router, theme } = scope
  const host = document.createElement('div')
  for (const [name, value] of Object.entries(hostStyle)) host.style.setProperty(name, value, 'important')
  host.setAttribute('role', 'region')
  host.tabIndex = -1
  const updateLanguage = () => applyLanguage(host, element)
  updateLanguage()
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [...dialog.root.adoptedStyleSheets, inlineSheet()]
  const container = document.createElement('div')
  root.append(container)
  element.append(host)
  const react = createRoot(container)
  const updateTheme = () => applyTheme(host, theme.getState())
  updateTheme()
  const stopFocus = watchFocus({ host, container, dialog: dialog.element })

  /** Returns the view that the card shows when the modal is closed. */
  function startView(): View {
    const state = kit.store.getState()
    const required = requiredFlowView(state) ?? firstCodeView(kit)
    return required ?? { name: getConnected(state) ? 'account' : 'connect' }
  }
  const open = () => router.open(startView())
  let isRemoved = false
  let isShown = false
  function update(state: ModalState, before?: ModalState): void {
    if (!state.open) {
      // Not at once: the listeners that come next must see that the modal was closed.
      queueMicrotask(() => {
        if (!isRemoved && !router.store.getState().open) open()
      })
      return
    }
    // There is nothing to close on the view it starts with.
    const isStart = JSON.stringify(state.stack) === JSON.stringify([startView()])
    host.toggleAttribute('data-start', isStart)
    setShown(isInline(state))
    const isOpenedAgain = before?.open && state.direction === 'none' && state.stack !== before.stack
    if (isShown && isOpenedAgain) focusCard()
  }

  function setShown(next: boolean): void {
    if (next === isShown) return
    if (!next) host.style.setProperty('min-height', `${host.offsetHeight}px`, 'important')
    else host.style.removeProperty('min-height')
    isShown = next
    // Removed synchronously, so that it does not render the view that is shown in the dialog.
    if (next) react.render(drawCard((label) => host.setAttribute('aria-label', label)))
    else flushSync(() => react.render(null))
  }

  /** Answers a button of the page that opens the modal. A view that is not shown yet then takes the focus. */
  function focusCard(): void {
    container.removeAttribute('data-keep-focus')
    host.scrollIntoView({ block: 'nearest' })
    host.focus({ preventScroll: true })
  }

  const stops = [
    router.store.subscribe(update),
    theme.subscribe(updateTheme),
    language.subscribe(updateLanguage),
    stopFocus,
  ]
  if (router.store.getState().open) update(router.store.getState())
  else open()
  return () => {
    isRemoved = true
    for (const stop of stops) stop()
    react.unmount()
    host.remove()
  }
}

/**
 * Marks the container with `data-keep-focus` while the focus is in another part of the page, from which a view must not
 * take it. A control of the card that is replaced loses the focus to no other element; the next view may then take it.
 */
function watchFocus({
  host,
  container,
  dialog,
}: {
  host: HTMLElement
  container: HTMLElement
  dialog: HTMLElement
}): () => void {
  container.toggleAttribute('data-keep-focus', true)
  const onUse = (event: Event) => {
    const path = event.composedPath()
    if (path.includes(host)) container.removeAttribute('data-keep-focus')
    else if (!path.includes(dialog)) container.toggleAttribute('data-keep-focus', true)
  }
  document.addEventListener('focusin', onUse)
  // Some browsers do not focus a button that is pressed.
  host.addEventListener('pointerdown', onUse)
  return () => {
    document.removeEventListener('focusin', onUse)
    host.removeEventListener('pointerdown', onUse)
  }
}

let sheet: CSSStyleSheet | undefined

function inlineSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(inline)
  }
  return sheet
}
