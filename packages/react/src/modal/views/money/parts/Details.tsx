import type { ReactNode } from 'react'

/** A list of labels and values, such as what a payment costs. */
export function Details({
  rows,
}: {
  /** `id` also names the test ID. A row whose value is undefined is left out. */
  rows: readonly { id: string; label: string; value: ReactNode }[]
}) {
  return (
    <dl className="facts">
      {rows.map(
        ({ id, label, value }) =>
          value !== undefined && (
            <div key={id} data-testid={`details-${id}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
