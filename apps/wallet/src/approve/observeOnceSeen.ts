import { type ObserveVisibility, observeWindow } from './observeVisibility.ts'

/**
 * Observes a window of the wallet as {@link observeWindow} does, but nothing counts as visible until every required part has
 * been in view once, above the foot, at least with its end. Parts that stand above the facts may still be below the fold of a
 * small window.
 *
 * @param onSeen called when it is known whether all of them have been in view, and again when they have
 */
export function observeOnceSeen(
  { required, foot }: { required: readonly Element[]; foot: HTMLElement },
  onSeen: (isSeen: boolean) => void,
): ObserveVisibility {
  return (elements, onChange) => {
    if (required.length === 0) return observeWindow(elements, onChange)
    const unseen = new Set(required)
    let isVisible = false
    const report = () => onChange(isVisible && unseen.size === 0)
    const observed = observeWindow(elements, (value) => {
      isVisible = value
      report()
    })
    const take = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries)
        if (isIntersecting && rootBounds && boundingClientRect.bottom <= rootBounds.bottom + 1)
          unseen.delete(target)
      onSeen(unseen.size === 0)
      report()
    }
    const observer = new IntersectionObserver(take, {
      rootMargin: `0px 0px -${foot.offsetHeight}px 0px`,
      threshold: Array.from({ length: 21 }, (_, index) => index / 20),
    })
    for (const part of required) observer.observe(part)
    return {
      flush() {
        take(observer.takeRecords())
        observed.flush()
      },
      stop() {
        observer.disconnect()
        observed.stop()
      },
    }
  }
}
