import { useEffect, useState } from 'react'

/** After this time the view suggests what else to try, in milliseconds. */
const slowAfterMs = 8_000

/** Returns whether a wait for the wallet has become long. */
export function useSlow(isWaiting: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}
