import { rememberFocus, trapTab } from './dialogFocus.ts'
import { lockScroll } from './dialogScroll.ts'

/** How long the card takes to go away; `modal.css` has the same number. */
const closingTime = 120

const fill = { all: 'initial', position: 'fixed', inset: '0', width: '100%', height: '100%' }
const dialogStyle = {
  ...fill,
  'max-width': 'none',
  'max-height': 'none',
  overflow: 'hidden',
  display: 'none',
}

export interface Dialog {
  readonly element: HTMLDialogElement
  /** Where the modal is drawn. */
  readonly root: ShadowRoot
  /** The element around the root: it carries the theme. */
  readonly host: HTMLElement
  open(): void
  /** Closes with its animation, then calls back; not at all if it was opened again meanwhile. */
  close(onClosed: () => void): void
  setLabel(label: string): void
  destroy(): void
}

/**
 * One `<dialog>` on the body, for as long as the page lives: closed, never removed, since the wallet's frame will live
 * in it and a frame that moves is a frame that reloads. It is in the light tree, so what a page's style sheets could
 * do to it is ruled out by important inline styles; what is drawn in it is in a shadow root.
 */
export function createDialog({ requestClose }: { requestClose: () => void }): Dialog {
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
  let unlock: (() => void) | undefined

  function attach(): void {
    if (element.isConnected) return
    document.body.append(element)
    // A dialog that was taken out of the page has left the top layer, but still says it is open.
    if (isOpen) {
      element.removeAttribute('open')
      element.showModal()
    }
  }

  element.addEventListener('keydown', (event) => {
    const frame = element.querySelector<HTMLElement>(':scope > iframe')
    trapTab(root, event, frame?.checkVisibility() ? frame : undefined)
    if (event.key !== 'Escape' || event.isComposing) return
    // Browsers let a second Escape through `cancel`, whatever the page says; stopped here it never comes to that.
    event.preventDefault()
    requestClose()
  })
  // The Back gesture of phones.
  element.addEventListener('cancel', (event) => {
    event.preventDefault()
    requestClose()
  })
  element.addEventListener('close', () => {
    // The event comes a moment after the closing: by then the dialog may have been opened again.
    if (!isOpen || element.open) return
    requestClose()
    if (isOpen && element.isConnected && !element.open) element.showModal()
  })

  // Some password managers make open dialogs inert.
  const guard = new MutationObserver(() => {
    for (const name of ['inert', 'aria-hidden']) {
      if (element.hasAttribute(name)) element.removeAttribute(name)
    }
  })
  guard.observe(element, { attributes: true, attributeFilter: ['inert', 'aria-hidden'] })

  // Frameworks that swap the page's body, or empty it, take the dialog with them.
  const keeper = new MutationObserver(() => {
    watchBody()
    attach()
  })
  function watchBody(): void {
    keeper.disconnect()
    keeper.observe(document.documentElement, { childList: true })
    keeper.observe(document.body, { childList: true })
  }

  const backdrop = new CSSStyleSheet()
  backdrop.replaceSync('[data-testid=w3m-modal]::backdrop{all:unset!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, backdrop]
  attach()
  watchBody()

  return {
    element,
    root,
    host,
    open() {
      clearTimeout(closing)
      host.dataset.state = 'open'
      if (isOpen) return
      isOpen = true
      restoreFocus ??= rememberFocus()
      unlock ??= lockScroll()
      element.style.setProperty('display', 'block', 'important')
      if (!element.open) element.showModal()
    },
    close(onClosed) {
      if (!isOpen) return
      isOpen = false
      host.dataset.state = 'closing'
      clearTimeout(closing)
      closing = setTimeout(() => {
        element.close()
        element.style.setProperty('display', 'none', 'important')
        delete host.dataset.state
        unlock?.()
        unlock = undefined
        onClosed()
        restoreFocus?.()
        restoreFocus = undefined
      }, closingTime)
    },
    setLabel(label) {
      element.setAttribute('aria-label', label)
    },
    destroy() {
      clearTimeout(closing)
      guard.disconnect()
      keeper.disconnect()
      unlock?.()
      element.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== backdrop)
    },
  }
}

function style(element: HTMLElement, properties: Record<string, string>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important')
}
