/** How much of the summary a window shows: all of it, all of it after scrolling, or never all of it. */
export type Fit = 'whole' | 'scroll' | 'small'

/** Milliseconds without a change before it is measured: while its dialog opens, the frame is not yet as high as it will be. */
const settleMs = 400
/** Least distance in pixels over which the summary can be scrolled and still be seen whole; less is not found by hand. */
const leastRoom = 16

/**
 * Measures whether a window shows the whole summary above its foot, again whenever it scrolls or a size changes.
 *
 * @param summary the part that must be visible
 * @param foot the button row, which stays at the lower edge
 * @param reason a line in the foot that is only shown if the summary is not, and does not count
 * @returns a function that stops measuring
 */
export function watchFit(
  { summary, foot, reason }: { summary: HTMLElement; foot: HTMLElement; reason: HTMLElement },
  onChange: (fit: Fit) => void,
): () => void {
  const ended = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let reported: Fit = 'whole'
  const measureLater = () => {
    clearTimeout(timer)
    timer = setTimeout(measure, settleMs)
  }
  function measure(): void {
    // A frame that is not displayed has no height.
    if (window.innerHeight === 0) return
    const fit = findFit({ summary, foot, reason })
    if (fit === reported) return
    reported = fit
    onChange(fit)
  }

  const options = { signal: ended.signal, passive: true }
  window.addEventListener('resize', measureLater, options)
  window.addEventListener('scroll', measureLater, options)
  const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measureLater)
  for (const part of [summary, foot]) sizes?.observe(part)
  measureLater()
  return () => {
    ended.abort()
    clearTimeout(timer)
    sizes?.disconnect()
  }
}

function findFit({ summary, foot, reason }: Record<'summary' | 'foot' | 'reason', HTMLElement>): Fit {
  const gap = Number.parseFloat(getComputedStyle(foot).rowGap) || 0
  const footHeight = foot.offsetHeight - (reason.hidden ? 0 : reason.offsetHeight + gap)
  const room = window.innerHeight - footHeight
  const { top, bottom, height } = summary.getBoundingClientRect()
  const isWholeAtStart = top + window.scrollY + height <= room
  if (!isWholeAtStart && height + leastRoom > room) return 'small'
  // Rounding, and fractions of a pixel, are not worth a word.
  return top >= -1 && bottom <= room + 1 ? 'whole' : 'scroll'
}
