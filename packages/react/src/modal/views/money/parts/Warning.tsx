import type { ReactNode } from 'react'
import { Icon } from '../../../../icons/Icon.tsx'

/** What the visitor should know before a payment. With `tick`, a box that has to be checked before going on. */
export function Warning({
  children,
  isBad = false,
  tick,
}: {
  children: ReactNode
  /** Whether it is a danger, and not only a note. */
  isBad?: boolean | undefined
  tick?: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void } | undefined
}) {
  return (
    <div className="warn warning" data-bad={isBad || undefined}>
      <Icon name="warning" size={18} />
      <div>
        {/* One element: each part of a text with values would be a row of its own. */}
        <div>{children}</div>
        {tick && (
          <label className="tick">
            <input
              type="checkbox"
              checked={tick.isChecked}
              onChange={(event) => tick.onChange(event.currentTarget.checked)}
            />
            <span>{tick.label}</span>
          </label>
        )}
      </div>
    </div>
  )
}
