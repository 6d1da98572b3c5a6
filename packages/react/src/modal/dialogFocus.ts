/** How often to check, every 50 ms, whether the focus was lost again: for one second. */
const maximumTries = 20

const tabbable = 'a[href], button:not([disabled]):not([tabindex="-1"]), input:not([disabled]), [tabindex="0"]'

/** Returns the focused element, looking into open shadow roots. */
function deepActiveElement(): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement && active !== document.body ? active : undefined
}

function tabbables(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(tabbable)].filter(
    (element) => element.getClientRects().length > 0 && !element.closest('[inert]'),
  )
}

/**
 * Keeps the focus inside the dialog: Tab moves from the last control to the first, Shift+Tab back.
 *
 * @param after a visible iframe after the controls; Tab from the last control moves into it
 */
export function trapTab(root: ShadowRoot, event: KeyboardEvent, after?: HTMLElement | undefined): void {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
  const all = tabbables(root)
  const [first] = all
  const last = all.at(-1)
  const active = root.activeElement
  const isAtEdge = active === null || active === (event.shiftKey ? first : last)
  if (!isAtEdge) return
  if (after && !event.shiftKey && active !== null) return
  event.preventDefault()
  const next = event.shiftKey ? (after ?? last) : first
  next?.focus()
}

/** Where `focusFirst` has put the focus. */
let placed: HTMLElement | undefined

/**
 * Focuses the control marked with `data-autofocus`, or the first control of the view, or the first of the card. Does
 * nothing while the card is in the page and the visitor uses another part of the page.
 */
export function focusFirst(view: HTMLElement): void {
  if (view.closest('[data-keep-focus]')) return
  const isTouch = matchMedia('(pointer: coarse)').matches
  // On a phone, a focused input would open the keyboard over the list.
  const isUseful = (element: HTMLElement) => !(isTouch && element.matches('input:not([type=checkbox])'))
  const marked = view.querySelector<HTMLElement>('[data-autofocus]')
  const first = marked && isUseful(marked) ? marked : tabbables(view).find(isUseful)
  const card = view.closest<HTMLElement>('[data-card]')
  const target = first ?? (card ? tabbables(card)[0] : undefined)
  target?.focus({ preventScroll: true })
  placed = target
}

/** Repeats `focusFirst` once a part of the view has loaded, unless the visitor has moved the focus. */
export function focusLoaded(part: HTMLElement): void {
  const view = part.closest<HTMLElement>('.view')
  if (view && deepActiveElement() === placed) focusFirst(view)
}

/**
 * Stores the focused element and returns a function that restores the focus. If the element is gone (a connect button
 * was replaced by an account button), it focuses the nearest button that opens a dialog.
 */
export function rememberFocus(): () => void {
  const opener = deepActiveElement()
  const ancestors: Element[] = []
  for (let node: Node | null = opener ?? null; node; ) {
    if (node instanceof Element) ancestors.push(node)
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  }
  let restored: HTMLElement | undefined
  // Buttons are replaced while the wallet connects, some a little later: check again for a second, unless the visitor
  // has focused something else.
  const restore = (tries: number) => {
    const isLost = !restored?.isConnected && !deepActiveElement()
    if (isLost || tries === maximumTries) {
      const ancestor = ancestors.find(
        (element) => element.isConnected && element !== document.documentElement,
      )
      restored = ancestor === opener ? opener : ancestor && findOpener(ancestor)
      restored?.focus({ preventScroll: true })
    }
    if (tries > 0) setTimeout(restore, 50, tries - 1)
  }
  return () => restore(maximumTries)
}

function findOpener(root: Element): HTMLElement | undefined {
  const selector = '[aria-haspopup="dialog"]'
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const found =
      element.shadowRoot?.querySelector<HTMLElement>(selector) ??
      (element instanceof HTMLElement && element.matches(selector) ? element : undefined)
    if (found) return found
  }
  return undefined
}
