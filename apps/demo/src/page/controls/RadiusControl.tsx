import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** The base unit of all border radii, in pixels. */
export function RadiusControl({ row, value, onChange }: ControlProps) {
  const id = controlId(row)
  return (
    <div className="control">
      <label htmlFor={id}>{row.label}</label>
      <span className="range">
        <input
          type="range"
          id={id}
          min="0"
          max="8"
          step="1"
          value={Number.parseFloat(String(value))}
          aria-valuetext={String(value)}
          onChange={(event) => onChange(`${event.target.value}px`)}
        />
        <span aria-hidden="true">{String(value)}</span>
      </span>
    </div>
  )
}
