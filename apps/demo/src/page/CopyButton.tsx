import { useEffect, useState } from 'react'

type State = 'idle' | 'copied' | 'failed'
const millisecondsShown = 2_000

/** Copies a text, and says in place that it did. */
export function CopyButton({ label, read }: { label: string; read: () => string }) {
  const [state, setState] = useState<State>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), millisecondsShown)
    return () => clearTimeout(timer)
  }, [state])

  function copy() {
    // The browser may refuse, as in a frame or without a secure context.
    navigator.clipboard?.writeText(read()).then(
      () => setState('copied'),
      () => setState('failed'),
    ) ?? setState('failed')
  }

  return (
    <button type="button" className="small" onClick={copy}>
      <span aria-live="polite">
        {state === 'idle' ? label : state === 'copied' ? 'Copied' : 'Not allowed'}
      </span>
    </button>
  )
}
