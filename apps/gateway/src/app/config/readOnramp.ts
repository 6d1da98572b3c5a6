import type { EnvReader } from '@portico/server/process'
import { readClientSecret } from '@portico/server/social'
import type { OnrampConfig, OnrampProviderConfig } from '../../infra/config/OnrampConfig.ts'

type ProviderId = OnrampProviderConfig['id']
type ReadContext = { reader: Pick<EnvReader, 'get' | 'problems'>; production: boolean }

/** Reads what each provider needs. */
const readers: Record<ProviderId, (context: ReadContext) => OnrampProviderConfig> = {
  play({ reader, production }) {
    const { get, problems } = reader
    const url = get('ONRAMP_PLAY_URL')?.replace(/\/+$/, '') ?? ''
    if (production)
      problems.push('ONRAMP_PROVIDERS must not contain play in production: its money is not real.')
    else if (!isLocal(url))
      problems.push(`ONRAMP_PLAY_URL must be an http:// address on localhost; it is "${url.slice(0, 80)}".`)
    return { id: 'play', url, secret: readClientSecret(reader, 'ONRAMP_PLAY_SECRET_FILE') }
  },
}

/** Reads the variables of buying. Adds invalid values to `problems`. */
export function readOnramp({
  reader,
  flag,
  production,
}: ReadContext & { flag: (name: string) => boolean }): OnrampConfig {
  const { get, problems } = reader
  const ids = [...new Set(listOf(get('ONRAMP_PROVIDERS')))]
  const unknown = ids.filter((id) => !Object.hasOwn(readers, id))
  if (unknown.length > 0)
    problems.push(
      `ONRAMP_PROVIDERS must be a list of ${Object.keys(readers).join(', ')}; it has "${unknown.join(', ').slice(0, 80)}".`,
    )
  const countries = listOf(get('ONRAMP_COUNTRIES')).map((country) => country.toUpperCase())
  const invalid = countries.find((country) => !/^[A-Z]{2}$/.test(country))
  if (invalid !== undefined)
    problems.push(`ONRAMP_COUNTRIES must be ISO 3166 codes such as DE,US; one is "${invalid.slice(0, 40)}".`)
  return {
    providers: ids
      .filter((id): id is ProviderId => Object.hasOwn(readers, id))
      .map((id) => readers[id]({ reader, production })),
    countries: countries.length > 0 ? new Set(countries) : undefined,
    needsSession: flag('ONRAMP_NEEDS_SESSION'),
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
}

function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && /^(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
