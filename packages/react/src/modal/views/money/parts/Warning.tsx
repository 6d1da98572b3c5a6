import type { ReactNode } from 'react'
import type { CopyId, Values } from '../../../../copy.ts'
import { Icon } from '../../../../icons/Icon.tsx'
import { Text } from '../../../parts/Text.tsx'

/** What the visitor should know before a payment. With `tick`, a box that has to be checked before going on. */
export function Warning({
  id,
  values,
  more,
  isBad = false,
  tick,
}: {
  /** A sentence or two. */
  id: CopyId
  values?: Values | undefined
  /** Shown below the sentences. */
  more?: ReactNode
  /** Whether it is a danger, and not only a note. */
  isBad?: boolean | undefined
  tick?: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void } | undefined
}) {
  return (
    <div className="warn warning" data-bad={isBad || undefined}>
      <Icon name="warning" size={18} />
      <div>
        <p>
          <Text id={id} values={values} />
        </p>
        {more}
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
