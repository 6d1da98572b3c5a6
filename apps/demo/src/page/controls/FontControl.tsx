import { controlId } from './controlId.ts'
import type { ControlProps } from './OptionControl.tsx'

const fonts = [
  { name: 'Inter', family: undefined },
  { name: 'System', family: 'system-ui, sans-serif' },
  { name: 'Serif', family: 'Georgia, serif' },
  { name: 'Mono', family: 'ui-monospace, monospace' },
] as const

/** Fonts every machine has. A page may name any it has loaded itself. */
export function FontControl({ row, value, onChange }: ControlProps) {
  const id = controlId(row)
  const known = fonts.some(({ family }) => family === value)
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
        {!known && <option value={String(value)}>{String(value)}</option>}
      </select>
    </div>
  )
}
