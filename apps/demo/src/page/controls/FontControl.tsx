import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

const fonts = [
  { name: 'Inter', family: undefined },
  { name: 'System', family: 'system-ui, sans-serif' },
  { name: 'Serif', family: 'Georgia, serif' },
  { name: 'Mono', family: 'ui-monospace, monospace' },
] as const

/** A choice of fonts that every machine has. An application may use any font it has loaded. */
export function FontControl({ row, value, onChange }: ControlProps) {
  const id = controlId(row)
  const isListed = fonts.some(({ family }) => family === value)
  return (
    <div className="control">
      <label htmlFor={id}>{row.label}</label>
      <select
        id={id}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {fonts.map(({ name, family }) => (
          <option key={name} value={family ?? ''}>
            {name}
          </option>
        ))}
        {!isListed && <option value={String(value)}>{String(value)}</option>}
      </select>
    </div>
  )
}
