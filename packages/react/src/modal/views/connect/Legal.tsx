import { text } from '../../../copy.ts'
import { Text } from '../../parts/Text.tsx'

/** Links the application's terms and privacy policy, with a checkbox if they must be accepted before connecting. */
export function Legal({
  termsUrl,
  privacyUrl,
  checkbox,
}: {
  termsUrl: string | undefined
  privacyUrl: string | undefined
  checkbox: { checked: boolean; onChange: (checked: boolean) => void } | undefined
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
    <label className="foot check">
      <input
        type="checkbox"
        data-testid="w3m-legal-checkbox"
        data-autofocus
        checked={checkbox.checked}
        onChange={(event) => checkbox.onChange(event.currentTarget.checked)}
      />
      <span>
        <Text id={isBoth ? 'legal.checkboxBoth' : 'legal.checkboxOne'} values={values} />
      </span>
    </label>
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
