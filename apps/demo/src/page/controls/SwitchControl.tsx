import { controlId } from './controlId.ts'
import type { ControlProps } from './OptionControl.tsx'

/** On or off. */
export function SwitchControl({ row, value, onChange }: ControlProps) {
  return (
    <label className="control">
      <span>{row.label}</span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked
        role="switch"
        id={controlId(row)}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
