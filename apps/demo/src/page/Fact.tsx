import { useId } from 'react'

/** A value with its name. */
export function Fact({ label, value }: { label: string; value: string | undefined }) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls; this names a value */}
        <span role="group" aria-labelledby={id}>
          {value ?? '–'}
        </span>
      </dd>
    </div>
  )
}
