import { useEffect, useState } from 'react'

/** A shorter wait is not announced: its result follows at once. */
const longMs = 1_000

/** Returns whether a wait has lasted a second, so that live regions announce it. */
export function useLong(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setLong(false)
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && isLong
}
