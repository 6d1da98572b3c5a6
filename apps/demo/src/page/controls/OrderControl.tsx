import { controlId } from './controlId.ts'
import type { ControlProps } from './OptionControl.tsx'

/** All values in an order: each can be moved one place up. */
export function OrderControl({ row, value, values, onChange }: ControlProps & { values: readonly string[] }) {
  const given = Array.isArray(value) ? (value as string[]) : []
  const order = [...given, ...values.filter((one) => !given.includes(one))]

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
        {order.map((one, index) => (
          <li key={one}>
            {one}
            {index > 0 && (
              <button
                type="button"
                className="small"
                id={`${controlId(row)}-${one}`}
                aria-label={`Move ${one} up`}
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
