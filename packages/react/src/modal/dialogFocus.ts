/** How often the place of a lost focus is looked at again: for a second. */
const lookAgain = 20

const tabbable = 'a[href], button:not([disabled]):not([tabindex="-1"]), input:not([disabled]), [tabindex="0"]'

/** The element that has the focus, through every open shadow root. */
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
 * Keeps Tab inside: from the last control to the first and back.
 *
 * @param after a frame that is shown after the controls: Tab goes on into it
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

/** Focuses the first useful control: the marked one, else the first of the view, else the first of the card. */
export function focusFirst(view: HTMLElement): void {
  const isTouch = matchMedia('(pointer: coarse)').matches
  // On a phone, a focused field would bring up the keyboard over the list it searches.
  const isUseful = (element: HTMLElement) => !(isTouch && element.matches('input:not([type=checkbox])'))
  const marked = view.querySelector<HTMLElement>('[data-autofocus]')
  const first = marked && isUseful(marked) ? marked : tabbables(view).find(isUseful)
  const card = view.closest<HTMLElement>('[data-card]')
  const target = first ?? (card ? tabbables(card)[0] : undefined)
  target?.focus({ preventScroll: true })
}

/**
 * Remembers what has the focus now; the returned function gives it back. Where that element is gone (a connect button
 * became an account button), the button that opens a dialog nearest to its place gets it.
 */
export function rememberFocus(): () => void {
  const opener = deepActiveElement()
  const places: Element[] = []
  for (let node: Node | null = opener ?? null; node; ) {
    if (node instanceof Element) places.push(node)
    node = node instanceof ShadowRoot ? node.host : node.parentNode
  }
  let given: HTMLElement | undefined
  // Buttons change places while the wallet connects, some a moment later: until then this looks again, unless the
  // visitor has gone elsewhere.
  const giveBack = (tries: number) => {
    const isLost = !given?.isConnected && !deepActiveElement()
    if (isLost || tries === lookAgain) {
      const place = places.find((element) => element.isConnected && element !== document.documentElement)
      given = place === opener ? opener : place && findOpener(place)
      given?.focus({ preventScroll: true })
    }
    if (tries > 0) setTimeout(giveBack, 50, tries - 1)
  }
  return () => giveBack(lookAgain)
}

function findOpener(place: Element): HTMLElement | undefined {
  const selector = '[aria-haspopup="dialog"]'
  for (const element of [place, ...place.querySelectorAll('*')]) {
    const found =
      element.shadowRoot?.querySelector<HTMLElement>(selector) ??
      (element instanceof HTMLElement && element.matches(selector) ? element : undefined)
    if (found) return found
  }
  return undefined
}
