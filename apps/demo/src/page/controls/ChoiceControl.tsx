import { controlId } from './controlId.ts'
import type { ControlProps } from './OptionControl.tsx'

/** One of a few values; nothing chosen where the kit decides by itself. */
export function ChoiceControl({
  row,
  value,
  values,
  onChange,
}: ControlProps & { values: readonly (string | number)[] }) {
  const id = controlId(row)
  const labels = row.kind.name === 'choice' ? row.kind.labels : undefined
  return (
    <div className="control">
      <label htmlFor={id}>{row.label}</label>
      <select
        id={id}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(values.find((one) => String(one) === event.target.value))}
      >
        {row.initial === undefined && (
          <option value="">{row.path === 'themeMode' ? 'system' : 'automatic'}</option>
        )}
        {values.map((one) => (
          <option key={one} value={String(one)}>
            {labels?.[one] ?? one}
          </option>
        ))}
      </select>
    </div>
  )
}
