import { controlId } from './controlId.ts'
import type { ControlProps } from './OptionControl.tsx'

/** Some of the values, in the order of the table; another order is for the JSON. */
export function SubsetControl({
  row,
  value,
  values,
  onChange,
}: ControlProps & { values: readonly (string | number)[] }) {
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  const { least = 0, labels } = row.kind.name === 'subset' ? row.kind : {}
  return (
    <fieldset className="control tall">
      <legend>{row.label}</legend>
      <div className="chips">
        {values.map((one) => {
          const checked = chosen.includes(one)
          const others = chosen.filter((other) => other !== one)
          return (
            <label key={one} className="chip">
              <input
                type="checkbox"
                id={`${controlId(row)}-${one}`}
                checked={checked}
                disabled={checked && others.length < least}
                onChange={() =>
                  onChange(checked ? others : values.filter((v) => v === one || chosen.includes(v)))
                }
              />
              {labels?.[one] ?? one}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
