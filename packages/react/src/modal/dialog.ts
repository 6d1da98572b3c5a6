import { rememberFocus, trapTab } from './dialogFocus.ts'
import { lockScroll } from './dialogScroll.ts'

/** Duration of the closing animation; the same number is in `frame.css`. */
const closingMs = 120

/** How much of the opening animation may be left out. */
const maximumLateMs = 100

const fill = { all: 'initial', position: 'fixed', inset: '0', width: '100%', height: '100%' }
const dialogStyle = {
  ...fill,
  'max-width': 'none',
  'max-height': 'none',
  overflow: 'hidden',
  // Browsers ignore it in the top layer. Applications find the theme variable here.
  'z-index': 'var(--p-z, 999)',
  display: 'none',
}

export interface Dialog {
  readonly element: HTMLDialogElement
  /** The shadow root the modal is rendered in. */
  readonly root: ShadowRoot
  /** The host of the shadow root; the theme is set on it. */
  readonly host: HTMLElement
  /** Adds the dialog to its parent if it is not in the page. Returns whether it is. */
  attach(): boolean
  /**
   * Opens with an animation that ends 200 ms after `since` (as of `performance.now()`), or up to 100 ms later if the page was slow.
   */
  open(since: number): void
  /** Closes with an animation, or at once, then calls back, unless the dialog was reopened in the meantime. Calls back at once if it is closed. */
  close(options: { onClosed: () => void; isImmediate: boolean }): void
  setLabel(label: string): void
}

/**
 * Creates the modal's `<dialog>` and appends it to its parent, where it stays for the life of the page: it contains the
 * embedded wallet's iframe, and an iframe reloads when it is moved. The dialog is in the light DOM, protected from the
 * page's style sheets by `!important` inline styles; its content is in a shadow root.
 *
 * @param getParent Returns the body or another element, or undefined while the dialog is not to be in the page.
 */
export function createDialog({
  requestClose,
  getParent,
}: {
  requestClose: () => void
  getParent: () => HTMLElement | undefined
}): Dialog {
  const element = document.createElement('dialog')
  element.dataset.testid = 'w3m-modal'
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  style(element, dialogStyle)
  style(host, { ...fill, position: 'absolute', display: 'block' })
  element.append(host)

  let isOpen = false
  let closing: ReturnType<typeof setTimeout> | undefined
  let restoreFocus: (() => void) | undefined
  let unlockScroll: (() => void) | undefined

  function attach(): boolean {
    if (!element.isConnected) {
      getParent()?.append(element)
      // A removed dialog has left the top layer but keeps its `open` attribute.
      if (isOpen && element.isConnected) {
        element.removeAttribute('open')
        element.showModal()
      }
    }
    return element.isConnected
  }

  element.addEventListener('keydown', (event) => {
    const frame = element.querySelector<HTMLElement>(':scope > iframe')
    trapTab(root, event, frame?.checkVisibility() ? frame : undefined)
    if (event.key !== 'Escape' || event.isComposing) return
    // Browsers ignore `preventDefault()` on the second `cancel` event in a row, so stop Escape before it fires one.
    event.preventDefault()
    requestClose()
  })
  // The Back gesture on phones.
  element.addEventListener('cancel', (event) => {
    event.preventDefault()
    requestClose()
  })
  element.addEventListener('close', () => {
    // The event fires asynchronously: the dialog may have been reopened by then.
    if (!isOpen || element.open) return
    requestClose()
    if (isOpen && element.isConnected && !element.open) element.showModal()
  })

  // Some password managers make open dialogs inert.
  const inertObserver = new MutationObserver(() => {
    for (const name of ['inert', 'aria-hidden']) {
      if (element.hasAttribute(name)) element.removeAttribute(name)
    }
  })
  inertObserver.observe(element, { attributes: true, attributeFilter: ['inert', 'aria-hidden'] })

  // Reattach the dialog if a framework replaces or empties the body.
  const bodyObserver = new MutationObserver(() => {
    observeBody()
    attach()
  })
  function observeBody(): void {
    bodyObserver.disconnect()
    bodyObserver.observe(document.documentElement, { childList: true })
    bodyObserver.observe(document.body, { childList: true })
  }

  const backdrop = new CSSStyleSheet()
  backdrop.replaceSync('[data-testid=w3m-modal]::backdrop{all:unset!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, backdrop]
  attach()
  observeBody()

  return {
    element,
    root,
    host,
    attach,
    open(since) {
      clearTimeout(closing)
      host.dataset.state = 'open'
      if (isOpen) return
      isOpen = true
      restoreFocus ??= rememberFocus()
      unlockScroll ??= lockScroll()
      element.style.setProperty('display', 'block', 'important')
      if (!element.open) element.showModal()
      // Only now is it known: what `showModal()` focuses has been styled and measured, which takes long on a slow device.
      const late = Math.min(performance.now() - since, maximumLateMs)
      for (const moving of root.querySelectorAll('.overlay, .card')) {
        // Applications test with jsdom, which has no animations.
        for (const animation of moving.getAnimations?.() ?? []) animation.currentTime = late
      }
    },
    close({ onClosed, isImmediate }) {
      if (!isOpen) return onClosed()
      isOpen = false
      host.dataset.state = 'closing'
      clearTimeout(closing)
      const finish = () => {
        element.close()
        element.style.setProperty('display', 'none', 'important')
        delete host.dataset.state
        unlockScroll?.()
        unlockScroll = undefined
        onClosed()
        restoreFocus?.()
        restoreFocus = undefined
      }
      if (isImmediate) finish()
      else closing = setTimeout(finish, closingMs)
    },
    setLabel(label) {
      element.setAttribute('aria-label', label)
    },
  }
}

function style(element: HTMLElement, properties: Record<string, string>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important')
}
