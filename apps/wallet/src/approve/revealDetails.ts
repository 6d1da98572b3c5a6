/** Milliseconds after which the frame is as high as the page around it allows. */
const settleMs = 200
/** Height in pixels of the line that the foot shows once the request is scrolled out of view. */
const lineHeight = 40

/**
 * Scrolls details into view above the row of buttons of their view when they are opened, as far as needed. Moves this
 * document only, not the page around it.
 */
export function revealDetails(details: HTMLDetailsElement): void {
  details.addEventListener('toggle', () => {
    if (details.open) setTimeout(reveal, settleMs)
  })
  function reveal(): void {
    const content = details.lastElementChild
    const foot = details.parentElement?.querySelector('.buttons')
    if (!details.open || !content || !foot) return
    const { top, bottom } = content.getBoundingClientRect()
    const hidden = bottom - foot.getBoundingClientRect().top
    if (hidden > 0) window.scrollBy(0, Math.min(hidden + lineHeight, top))
  }
}
