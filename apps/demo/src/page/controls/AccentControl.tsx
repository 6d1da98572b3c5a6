import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

const accents = [
  { name: 'Portico blue', color: undefined },
  { name: 'Violet', color: '#7048e8' },
  { name: 'Rose', color: '#d6336c' },
  { name: 'Orange', color: '#e8590c' },
  { name: 'Green', color: '#0f7a55' },
  { name: 'Ink', color: '#25262b' },
] as const

/** A choice of colours, plus the browser's colour picker. */
export function AccentControl({ row, value, onChange }: ControlProps) {
  const id = controlId(row)
  const isOther = value !== undefined && !accents.some(({ color }) => color === value)
  return (
    <div className="control">
      <span aria-hidden="true">{row.label}</span>
      <fieldset className="swatches">
        <legend className="visually-hidden">{row.label}</legend>
        {accents.map(({ name, color }) => (
          <label key={name} className="swatch" title={name} style={{ background: color ?? '#2f54eb' }}>
            <input
              type="radio"
              name={id}
              aria-label={name}
              checked={value === color}
              onChange={() => onChange(color)}
            />
          </label>
        ))}
        <label className="swatch other" title="Another colour" data-on={isOther || undefined}>
          <input
            type="color"
            id={id}
            aria-label="Another colour"
            value={/^#[\da-f]{6}$/i.test(String(value)) ? String(value) : '#2f54eb'}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      </fieldset>
    </div>
  )
}
