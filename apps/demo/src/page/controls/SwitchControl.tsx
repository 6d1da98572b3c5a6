import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** A switch. */
export function SwitchControl({ row, value, onChange }: ControlProps) {
  return (
    <label className="control">
      <span>{row.label}</span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already exposes its checked state
        role="switch"
        id={controlId(row)}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
