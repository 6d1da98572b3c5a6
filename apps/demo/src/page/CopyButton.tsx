import { useEffect, useState } from 'react'

type State = 'idle' | 'copied' | 'failed'
const confirmationMs = 2_000

/** Copies a text and shows the outcome on the button. */
export function CopyButton({ label, read }: { label: string; read: () => string }) {
  const [state, setState] = useState<State>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), confirmationMs)
    return () => clearTimeout(timer)
  }, [state])

  function copy() {
    // The browser may deny access, such as in a frame or in an insecure context.
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
