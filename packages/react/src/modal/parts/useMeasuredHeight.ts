import { type RefObject, useLayoutEffect } from 'react'

/** Slightly longer than the 150 ms transition in `frame.css`. */
const transitionMs = 170

/**
 * Sets the height of `outer` to the measured height of `inner`, so that CSS can animate between heights. The first
 * height is not animated, and views that are still loading are not measured. A view with an element marked with
 * `data-keep` does not shrink while that element stays, so that its controls do not move.
 *
 * While the pointer is pressed on the card, the height does not change: the card is vertically centred, so every
 * control moves with its height, and a control that moves away between press and release receives no click.
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
    let kept: Element | null = null
    let isPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined

    const measure = () => {
      if (isPressed || content.querySelector('[data-loading]')) return
      const keeper = content.querySelector('[data-keep]')
      const next = Math.max(content.offsetHeight, keeper && keeper === kept ? height : 0)
      kept = keeper
      if (next === height) return
      if (height > 0) {
        // Only during the transition: a scrollbar that appears for a moment would flicker.
        frame.dataset.moving = ''
        clearTimeout(timer)
        timer = setTimeout(() => delete frame.dataset.moving, transitionMs)
      }
      height = next
      frame.style.setProperty('height', `${next}px`)
    }
    const onPointer = ({ type, button }: PointerEvent) => {
      isPressed = type === 'pointerdown' && button === 0
      if (!isPressed) {
        delete frame.dataset.moving
        return measure()
      }
      if (height > 0 && frame.dataset.moving === undefined) return
      // Stop a running transition where it is; a view without a measured height would grow with its content.
      clearTimeout(timer)
      height = frame.getBoundingClientRect().height
      frame.style.setProperty('height', `${height}px`)
    }

    // First called before the first paint, when Preact, too, has added what stands for suspended parts.
    const observer = new ResizeObserver(measure)
    observer.observe(content)
    const card = frame.closest<HTMLElement>('[data-card]') ?? frame
    card.addEventListener('pointerdown', onPointer)
    // On the window: the pointer may leave the card before it is released.
    addEventListener('pointerup', onPointer)
    addEventListener('pointercancel', onPointer)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      card.removeEventListener('pointerdown', onPointer)
      removeEventListener('pointerup', onPointer)
      removeEventListener('pointercancel', onPointer)
    }
  }, [outer, inner])
}
