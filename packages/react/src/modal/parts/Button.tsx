import type { ReactNode } from 'react'

/** A button of a view. `main` marks the primary action. */
export function Button({
  children,
  kind = 'plain',
  testId,
  isBusy = false,
  autoFocus,
  label,
  describedBy,
  onClick,
}: {
  children: ReactNode
  kind?: 'main' | 'plain' | 'link' | undefined
  testId?: string | undefined
  /** The action is running: clicks are ignored. Not `disabled`, because the button would lose the focus. */
  isBusy?: boolean | undefined
  autoFocus?: boolean | undefined
  /** The accessible name, if it is longer than what is shown and begins with it. */
  label?: string | undefined
  /** ID of what is read out with the name. */
  describedBy?: string | undefined
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={kind === 'link' ? 'link' : 'btn'}
      data-kind={kind}
      data-testid={testId}
      data-autofocus={autoFocus || undefined}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {typeof children === 'string' ? <bdi>{children}</bdi> : children}
    </button>
  )
}
