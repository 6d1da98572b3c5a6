import { type RefObject, useLayoutEffect } from 'react'

/** A little longer than the 150 ms of `frame.css`. */
const movingTime = 170

/**
 * Gives `outer` the height of `inner`, so that CSS can animate from one to the next. Not the first time, and not
 * while something is still on its way: an empty moment is no height to go to.
 */
export function useMeasuredHeight(
  outer: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const frame = outer.current
    const content = inner.current
    if (!frame || !content) return
    let height = 0
    let moving: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      const next = content.offsetHeight
      if (next === height || content.querySelector('[data-arriving]')) return
      if (height > 0) {
        // Only while it moves: a scrollbar that is there for a moment would flash.
        frame.dataset.moving = ''
        clearTimeout(moving)
        moving = setTimeout(() => delete frame.dataset.moving, movingTime)
      }
      height = next
      frame.style.setProperty('height', `${next}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    return () => {
      clearTimeout(moving)
      observer.disconnect()
    }
  }, [outer, inner])
}
