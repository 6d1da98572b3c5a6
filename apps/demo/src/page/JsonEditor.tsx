import { useState } from 'react'
import type { DemoOptions } from '../options/demoOptions.ts'
import { nestOptions } from '../options/nestOptions.ts'
import { parseOptions } from '../options/parseOptions.ts'

/** Shows the changed options as JSON, to edit or paste. */
export function JsonEditor({
  options,
  onChange,
}: {
  options: DemoOptions
  onChange: (options: DemoOptions) => void
}) {
  const [draft, setDraft] = useState<string>()
  const [problems, setProblems] = useState<readonly string[]>([])

  function apply() {
    const parsed = parseOptions(draft ?? '')
    setProblems(parsed.problems)
    if (parsed.problems.length === 0) onChange(parsed.options)
  }

  return (
    <details open={draft !== undefined || undefined}>
      <summary>
        <h3>JSON</h3>
      </summary>
      <div className="json">
        <textarea
          aria-label="Options as JSON"
          aria-describedby="json-problems"
          aria-invalid={problems.length > 0 || undefined}
          rows={9}
          spellCheck={false}
          value={draft ?? JSON.stringify(nestOptions(options), null, 2)}
          onChange={(event) => setDraft(event.target.value)}
        />
        <p className="mismatch" id="json-problems" aria-live="polite">
          {problems.join(' ')}
        </p>
        <button type="button" id="json-apply" disabled={draft === undefined} onClick={apply}>
          Apply this JSON
        </button>
      </div>
    </details>
  )
}
