/** Observes whether elements are fully visible: inside the window, and not covered. */
export interface VisibilityObserver {
  /** Reports pending changes at once. */
  flush(): void
  stop(): void
}

export type ObserveVisibility = (
  elements: readonly Element[],
  onChange: (isSeen: boolean) => void,
) => VisibilityObserver

type Tracked = IntersectionObserverEntry & { isVisible?: boolean }

/** Whether this browser can prove visibility (Intersection Observer v2; Chromium only). */
export function canProveVisibility(): boolean {
  return (
    typeof IntersectionObserverEntry !== 'undefined' && 'isVisible' in IntersectionObserverEntry.prototype
  )
}

/**
 * Observes visibility with Intersection Observer v2: not visible as soon as anything covers an element, even if transparent, or the
 * frame is scaled, faded, filtered or clipped.
 *
 * @see https://w3c.github.io/IntersectionObserver/v2/
 */
export const observeVisibility: ObserveVisibility = (elements, onChange) => {
  const seen = new Map<Element, boolean>(elements.map((element) => [element, false]))
  const take = (entries: readonly Tracked[]) => {
    for (const { target, isVisible, intersectionRatio } of entries)
      seen.set(target, isVisible === true && intersectionRatio >= 0.99)
    if (entries.length > 0) onChange([...seen.values()].every(Boolean))
  }
  const options = { threshold: [0, 0.25, 0.5, 0.75, 0.9, 0.99, 1], trackVisibility: true, delay: 100 }
  const observer = new IntersectionObserver(take, options)
  for (const element of elements) observer.observe(element)
  return { flush: () => take(observer.takeRecords()), stop: () => observer.disconnect() }
}

/** Observes a window of the wallet: everything counts as visible while the document is not hidden. */
export const observeWindow: ObserveVisibility = (_elements, onChange) => {
  const report = () => onChange(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', report)
  report()
  return { flush: report, stop: () => document.removeEventListener('visibilitychange', report) }
}
