import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** An ordered list of all values. Each can be moved up by one place. */
export function OrderControl({ row, value, values, onChange }: ControlProps & { values: readonly string[] }) {
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const order = [...chosen, ...values.filter((item) => !chosen.includes(item))]

  function moveUp(index: number) {
    const next = [...order]
    next.splice(index - 1, 0, ...next.splice(index, 1))
    onChange(next)
  }

  return (
    <fieldset className="control tall">
      <legend>
        {row.label}
        {value === undefined && <small> (automatic)</small>}
      </legend>
      <ol>
        {order.map((item, index) => (
          <li key={item}>
            {item}
            {index > 0 && (
              <button
                type="button"
                className="small"
                id={`${controlId(row)}-${item}`}
                aria-label={`Move ${item} up`}
                onClick={() => moveUp(index)}
              >
                ↑
              </button>
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
