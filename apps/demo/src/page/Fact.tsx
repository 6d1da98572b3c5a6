import { useId } from 'react'

/** A labelled value. */
export function Fact({ label, value }: { label: string; value: string | undefined }) {
  const id = useId()
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, this is a labelled value */}
        <span role="group" aria-labelledby={id}>
          {value ?? '–'}
        </span>
      </dd>
    </div>
  )
}
