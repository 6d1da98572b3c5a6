/** Tells whether elements are seen as they are drawn: wholly inside the window, and with nothing over them. */
export interface VisibilityObserver {
  /** Hears of what is known but not told yet. */
  flush(): void
  stop(): void
}

export type ObserveVisibility = (
  elements: readonly Element[],
  onChange: (isSeen: boolean) => void,
) => VisibilityObserver

type Tracked = IntersectionObserverEntry & { isVisible?: boolean }

/** Whether this browser can prove what a visitor sees (Intersection Observer v2: Chromium). */
export function canProveVisibility(): boolean {
  return (
    typeof IntersectionObserverEntry !== 'undefined' && 'isVisible' in IntersectionObserverEntry.prototype
  )
}

/**
 * The browser's own word on visibility: false as soon as anything lies over an element, even if it is transparent, or its
 * frame is scaled, faded, filtered or cut.
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

/** In a window of the wallet's own there is nothing to prove: it is seen while it is not hidden. */
export const observeWindow: ObserveVisibility = (_elements, onChange) => {
  const report = () => onChange(document.visibilityState === 'visible')
  document.addEventListener('visibilitychange', report)
  report()
  return { flush: report, stop: () => document.removeEventListener('visibilitychange', report) }
}
