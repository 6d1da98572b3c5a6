import { useEffect, useState } from 'react'

const delayMs = 400
const minimumMs = 300

/**
 * Returns what to show while data loads: nothing for 400 ms, because it may load at once, then a skeleton, which stays
 * for at least 300 ms so that it does not flicker.
 */
export function useSkeleton(isPending: boolean): 'nothing' | 'skeleton' | 'content' {
  const [shownAt, setShownAt] = useState<number>()
  useEffect(() => {
    if (isPending && shownAt === undefined) {
      const timer = setTimeout(() => setShownAt(performance.now()), delayMs)
      return () => clearTimeout(timer)
    }
    if (!isPending && shownAt !== undefined) {
      const timer = setTimeout(() => setShownAt(undefined), shownAt + minimumMs - performance.now())
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isPending, shownAt])
  if (shownAt !== undefined) return 'skeleton'
  return isPending ? 'nothing' : 'content'
}
