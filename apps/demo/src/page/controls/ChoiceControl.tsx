import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** A select for one of several values, with "automatic" if the kit decides by default. */
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
        onChange={(event) => onChange(values.find((item) => String(item) === event.target.value))}
      >
        {row.initial === undefined && (
          <option value="">{row.path === 'themeMode' ? 'system' : 'automatic'}</option>
        )}
        {values.map((item) => (
          <option key={item} value={String(item)}>
            {labels?.[item] ?? item}
          </option>
        ))}
      </select>
    </div>
  )
}
