/** Position in the viewport, in whole CSS pixels. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** How long to measure on every animation frame after a change: longer than any of the modal's animations. */
const settleMs = 500

/**
 * Calls back with an element's position in the viewport whenever it changes: when its card opens, grows, scrolls or
 * the window is resized. Does not call back while the element is still moving, so that the iframe over it is never
 * misplaced.
 *
 * @returns a function that stops tracking
 */
export function trackPosition(element: HTMLElement, onMove: (rectangle: Rectangle) => void): () => void {
  let reported: Rectangle | undefined
  let previous: Rectangle | undefined
  let frame = 0
  let until = 0

  function compare(): void {
    const current = measure(element)
    // The same position in two frames: the element no longer moves.
    if (current.width > 0 && isSame(current, previous) && !isSame(current, reported)) {
      reported = current
      onMove(current)
    }
    previous = current
  }
  function check(): void {
    compare()
    frame = performance.now() < until ? requestAnimationFrame(check) : 0
  }
  function start(): void {
    until = performance.now() + settleMs
    frame ||= requestAnimationFrame(check)
  }

  const observer = new ResizeObserver(() => {
    // If nothing is animated, the position is final before the first paint.
    if (isStill(element)) {
      previous = measure(element)
      compare()
    }
    start()
  })
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

/** Returns whether neither the element nor anything around it is animated. */
function isStill(element: HTMLElement): boolean {
  for (let node: Element | null = element; node; node = node.parentElement)
    if (node.getAnimations().length > 0) return false
  return true
}

/**
 * Returns the part of the element that is visible in its scrolling card, without the padding below it. In whole pixels,
 * because the iframe's content would be blurred at fractional positions.
 */
function measure(element: HTMLElement): Rectangle {
  const { left, top, width, bottom } = element.getBoundingClientRect()
  const stage = element.closest('.stage')?.getBoundingClientRect()
  const { parentElement } = element
  const padding = parentElement ? Number.parseFloat(getComputedStyle(parentElement).paddingBlockEnd) || 0 : 0
  const from = Math.round(Math.max(top, stage?.top ?? top))
  const to = Math.round(Math.min(bottom, stage ? stage.bottom - padding : bottom))
  return { x: Math.round(left), y: from, width: Math.round(width), height: Math.max(0, to - from) }
}

function isSame(a: Rectangle, b: Rectangle | undefined): boolean {
  return b !== undefined && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}
