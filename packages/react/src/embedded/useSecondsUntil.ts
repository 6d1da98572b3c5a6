import { useEffect, useReducer } from 'react'

/**
 * Returns the whole seconds until a time, rounded up, and rerenders when they change; 0 once it has passed.
 *
 * @param time in milliseconds since 1970
 */
export function useSecondsUntil(time: number): number {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const seconds = Math.max(0, Math.ceil((time - Date.now()) / 1000))
  // After every render: the next one is due when a whole second is over, so that all countdowns change together.
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(rerender, time - Date.now() - (seconds - 1) * 1000)
    return () => clearTimeout(timer)
  })
  return seconds
}
