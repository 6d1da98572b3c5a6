import type { ReactNode } from 'react'
import { useLong } from './useLong.ts'

/** A live region. While it speaks of waiting, screen readers do not see its content in the first second. */
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
