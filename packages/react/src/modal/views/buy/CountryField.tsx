import { changeBuyForm } from '@portico/core/money'
import { useMemo } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { useLanguage } from '../../../language/useLanguage.ts'
import { countries } from './countries.ts'

/** Chooses the visitor's country: which providers there are, and how one can pay, depends on it. */
export function CountryField({ country }: { country: string }) {
  const { kit } = useScope()
  const { tag } = useLanguage()
  const named = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return countries
      .map((code) => ({ code, name: names.of(code) ?? code }))
      .sort((a, b) => a.name.localeCompare(b.name, tag))
  }, [tag])
  return (
    <label className="setting">
      <span>{text('buy.country')}</span>
      <select
        value={country}
        onChange={(event) => changeBuyForm(kit, { country: event.currentTarget.value })}
      >
        {named.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
