import { useEffect, useState } from 'react'

const delay = 120
const atLeast = 300

/**
 * What to show of something that is read: nothing for 120 ms (it may be there at once), then its skeleton, and once
 * that is seen, for 300 ms at least, so that nothing flickers.
 */
export function useSkeleton(isPending: boolean): 'nothing' | 'skeleton' | 'content' {
  const [shownAt, setShownAt] = useState<number>()
  useEffect(() => {
    if (isPending && shownAt === undefined) {
      const timer = setTimeout(() => setShownAt(performance.now()), delay)
      return () => clearTimeout(timer)
    }
    if (!isPending && shownAt !== undefined) {
      const timer = setTimeout(() => setShownAt(undefined), shownAt + atLeast - performance.now())
      return () => clearTimeout(timer)
    }
    return undefined
  }, [isPending, shownAt])
  if (shownAt !== undefined) return 'skeleton'
  return isPending ? 'nothing' : 'content'
}
