import { useEffect } from 'react'
import { text } from '../copy.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/**
 * Counts the seconds until the visitor can try again. It is hidden from assistive technology, which would read out every
 * second: a live region says once how long it takes.
 */
export function ThrottleCountdown({ retryAt, onOver }: { retryAt: number; onOver: () => void }) {
  const seconds = useSecondsUntil(retryAt)
  useEffect(() => {
    if (seconds === 0) onOver()
  }, [seconds, onOver])
  return (
    <p className="problem" aria-hidden="true">
      {text('email.throttled', { seconds })}
    </p>
  )
}
