import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** Checkboxes for some of the values, in the order of the table; any other order can be set as JSON. */
export function SubsetControl({
  row,
  value,
  values,
  onChange,
}: ControlProps & { values: readonly (string | number)[] }) {
  const chosen = Array.isArray(value) ? (value as unknown[]) : []
  const { min = 0, labels } = row.kind.name === 'subset' ? row.kind : {}
  return (
    <fieldset className="control tall">
      <legend>{row.label}</legend>
      <div className="chips">
        {values.map((item) => {
          const checked = chosen.includes(item)
          const others = chosen.filter((other) => other !== item)
          return (
            <label key={item} className="chip">
              <input
                type="checkbox"
                id={`${controlId(row)}-${item}`}
                checked={checked}
                disabled={checked && others.length < min}
                onChange={() =>
                  onChange(
                    checked ? others : values.filter((other) => other === item || chosen.includes(other)),
                  )
                }
              />
              {labels?.[item] ?? item}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
