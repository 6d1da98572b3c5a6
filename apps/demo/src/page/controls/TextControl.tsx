import { useState } from 'react'
import { describeMismatch } from '../../options/describeMismatch.ts'
import type { ControlProps } from './ControlProps.ts'
import { controlId } from './controlId.ts'

/** An input for a text, a number or comma-separated IDs. Applied on Enter and on blur. */
export function TextControl({ row, value, onChange }: ControlProps) {
  const shown = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const [draft, setDraft] = useState<string>()
  const [mismatch, setMismatch] = useState<string>()
  const id = controlId(row)

  function commit() {
    if (draft === undefined || draft === shown) return setMismatch(undefined)
    const next = parse(row.kind.name, draft.trim())
    const expected = next === undefined ? undefined : describeMismatch(row.kind, next)
    setMismatch(expected)
    if (expected) return
    setDraft(undefined)
    onChange(next)
  }

  return (
    <div className="control">
      <label htmlFor={id}>{row.label}</label>
      <input
        id={id}
        value={draft ?? shown}
        placeholder="automatic"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={mismatch ? true : undefined}
        aria-describedby={mismatch && `${id}-mismatch`}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {mismatch && (
        <p className="mismatch" id={`${id}-mismatch`}>
          Must be {mismatch}.
        </p>
      )}
    </div>
  )
}

/** Parses the input; empty input means the default. */
function parse(kind: string, text: string): unknown {
  if (text === '') return undefined
  if (kind === 'number') return Number(text)
  if (kind === 'ids') return text.split(/[\s,]+/).filter(Boolean)
  return text
}
