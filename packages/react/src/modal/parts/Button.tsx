import type { ReactNode } from 'react'

/** A button of a view. `main` is the one thing to do there. */
export function Button({
  children,
  kind = 'plain',
  testId,
  isBusy = false,
  autoFocus,
  onClick,
}: {
  children: ReactNode
  kind?: 'main' | 'plain' | 'link' | undefined
  testId?: string | undefined
  /** At it already: pressing does nothing, and the focus stays where it is. */
  isBusy?: boolean | undefined
  autoFocus?: boolean | undefined
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={kind === 'link' ? 'link' : 'btn'}
      data-kind={kind}
      data-testid={testId}
      data-autofocus={autoFocus || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {children}
    </button>
  )
}
