import type { ReactNode } from 'react'
import { Icon } from '../../icons/Icon.tsx'

/** A row of a list. The whole row is a button whose accessible name starts with `label`. */
export function Row({
  picture,
  label,
  note,
  end = <Icon name="chevron" size={18} />,
  testId,
  disabled,
  isCurrent,
  isWhole,
  autoFocus,
  onClick,
}: {
  picture?: ReactNode
  label: string
  note?: ReactNode
  /** What the end of the row shows, a chevron by default. */
  end?: ReactNode
  testId?: string | undefined
  disabled?: boolean | undefined
  isCurrent?: boolean | undefined
  /** Whether a long label is wrapped instead of cut off. */
  isWhole?: boolean | undefined
  autoFocus?: boolean | undefined
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className="row"
      data-testid={testId}
      data-autofocus={autoFocus || undefined}
      aria-current={isCurrent || undefined}
      data-whole={isWhole || undefined}
      disabled={disabled}
      onClick={onClick}
    >
      {picture}
      <span className="grow">
        <bdi className="line">{label}</bdi>
        {note !== undefined && <small className="line">{note}</small>}
      </span>
      {end}
    </button>
  )
}
