import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { text } from '../copy.ts'
import { Icon } from '../icons/Icon.tsx'
import { focusLoaded } from '../modal/dialogFocus.ts'

/** An e-mail input with its submit button. */
export function EmailField({
  value,
  onChange,
  onSubmit,
  problem,
  countdown,
  isBusy,
  autoFocus,
  label,
}: {
  value: string
  onChange: (value: string) => void
  onSubmit: () => void
  /** The error to show below the field. */
  problem: string | undefined
  /** Shown instead of the error, which is then only announced. */
  countdown?: ReactNode
  isBusy: boolean
  autoFocus?: boolean | undefined
  label?: string | undefined
}) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  // Connect shows the field after the rest of the view, once its code is loaded.
  useLayoutEffect(() => {
    if (autoFocus && form.current) focusLoaded(form.current)
  }, [autoFocus])
  // On a small screen the field can be at the lower edge, and the text would be below it.
  useLayoutEffect(() => {
    if (problem !== undefined) form.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <form
      className="email"
      ref={form}
      // Show our own error text instead of the browser's validation popup.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      <label className="field" data-invalid={problem !== undefined || undefined}>
        <Icon name="mail" size={18} />
        <input
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          aria-label={label ?? text('email.label')}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          placeholder={label ?? text('email.label')}
          data-testid="wui-email-input"
          data-autofocus={autoFocus || undefined}
          readOnly={isBusy}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <button
          type="submit"
          className="go"
          aria-label={text('email.continue')}
          aria-disabled={isBusy || undefined}
          aria-busy={isBusy || undefined}
        >
          <Icon name="chevron" size={18} />
        </button>
      </label>
      <p className={countdown ? 'hidden' : 'problem'} role="alert" id={id}>
        {problem}
      </p>
      {countdown}
    </form>
  )
}
