import { type ReactNode, useEffect, useId, useRef } from 'react'
import { text } from '../../../copy.ts'
import { Text } from '../../parts/Text.tsx'

interface Checkbox {
  checked: boolean
  onChange: (checked: boolean) => void
  /** How often the visitor tried to connect without it. Each time, the checkbox is focused and says what to do. */
  refusals?: number
}

/** Links the application's terms and privacy policy, with a checkbox if they must be accepted before connecting. */
export function Legal({
  termsUrl,
  privacyUrl,
  checkbox,
}: {
  termsUrl: string | undefined
  privacyUrl: string | undefined
  checkbox: Checkbox | undefined
}) {
  const terms = link(termsUrl, text('legal.terms'))
  const privacy = link(privacyUrl, text('legal.privacy'))
  if (!terms && !privacy) return null
  const isBoth = terms !== undefined && privacy !== undefined
  const values = { terms, privacy, link: terms ?? privacy }
  if (!checkbox) {
    return (
      <p className="foot">
        <Text id={isBoth ? 'legal.both' : 'legal.one'} values={values} />
      </p>
    )
  }
  return (
    <Consent {...checkbox}>
      <Text id={isBoth ? 'legal.checkboxBoth' : 'legal.checkboxOne'} values={values} />
    </Consent>
  )
}

function Consent({ checked, onChange, refusals = 0, children }: Checkbox & { children: ReactNode }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isMissing = refusals > 0 && !checked
  useEffect(() => {
    if (refusals > 0) input.current?.focus({ preventScroll: true })
  }, [refusals])
  return (
    <div className="foot sticky">
      <label className="check">
        <input
          type="checkbox"
          data-testid="w3m-legal-checkbox"
          data-autofocus
          ref={input}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? id : undefined}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      <p className="problem" role="alert" id={id}>
        {isMissing && text('legal.required')}
      </p>
    </div>
  )
}

/** Links HTTP(S) URLs only. */
function link(url: string | undefined, label: string) {
  if (!url || !URL.canParse(url, location.href)) return undefined
  const { protocol, href } = new URL(url, location.href)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
