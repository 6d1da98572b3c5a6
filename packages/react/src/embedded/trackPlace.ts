export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** How long after a change the place is looked at in every frame (ms): as long as anything of ours moves, and a little more. */
const settling = 500

/**
 * Tells where an element stands in the window, whenever that changes: its card opens, grows, is scrolled or resized.
 * Nothing is told while the card still moves, so that what is laid over it never lies beside it.
 *
 * @returns the stop
 */
export function trackPlace(element: HTMLElement, onPlace: (rectangle: Rectangle) => void): () => void {
  let last: Rectangle | undefined
  let before: Rectangle | undefined
  let frame = 0
  let until = 0

  function look(): void {
    const now = read(element)
    // Twice the same: it stands still.
    if (now.width > 0 && isSame(now, before) && !isSame(now, last)) {
      last = now
      onPlace(now)
    }
    before = now
    frame = performance.now() < until ? requestAnimationFrame(look) : 0
  }
  function start(): void {
    until = performance.now() + settling
    frame ||= requestAnimationFrame(look)
  }

  const observer = new ResizeObserver(start)
  const scroller = element.closest('.stage')
  observer.observe(element)
  if (scroller) observer.observe(scroller)
  const root = element.getRootNode()
  root.addEventListener('scroll', start, true)
  for (const name of ['transitionrun', 'transitionend', 'animationstart', 'animationend'])
    root.addEventListener(name, start)
  window.addEventListener('resize', start)
  window.addEventListener('scroll', start, true)
  start()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    root.removeEventListener('scroll', start, true)
    for (const name of ['transitionrun', 'transitionend', 'animationstart', 'animationend'])
      root.removeEventListener(name, start)
    window.removeEventListener('resize', start)
    window.removeEventListener('scroll', start, true)
  }
}

/**
 * The part of the element that its scrolling card shows, without the room below it, in whole pixels: what lies between two is
 * drawn blurred.
 */
function read(element: HTMLElement): Rectangle {
  const { left, top, width, bottom } = element.getBoundingClientRect()
  const box = element.closest('.stage')?.getBoundingClientRect()
  const { parentElement } = element
  const room = parentElement ? Number.parseFloat(getComputedStyle(parentElement).paddingBlockEnd) || 0 : 0
  const from = Math.round(Math.max(top, box?.top ?? top))
  const to = Math.round(Math.min(bottom, box ? box.bottom - room : bottom))
  return { x: Math.round(left), y: from, width: Math.round(width), height: Math.max(0, to - from) }
}

function isSame(a: Rectangle, b: Rectangle | undefined): boolean {
  return b !== undefined && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}
