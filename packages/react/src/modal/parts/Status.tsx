import type { ReactNode } from 'react'
import { useLong } from './useLong.ts'

/** A live region. A wait is hidden from screen readers for its first second, so that a short one is not announced. */
export function Status({
  isWaiting,
  className = 'center-words',
  children,
}: {
  isWaiting: boolean
  className?: string | undefined
  children: ReactNode
}) {
  const isLong = useLong(isWaiting)
  return (
    <div role="status">
      <div className={className} aria-hidden={(isWaiting && !isLong) || undefined}>
        {children}
      </div>
    </div>
  )
}
