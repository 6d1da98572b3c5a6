import { isCaipNetworkId } from '@portico/protocol'
import type { EnvReader } from '@portico/server/process'
import { readClientSecret } from '@portico/server/social'
import * as z from 'zod/mini'
import type { OnrampConfig, OnrampProviderConfig } from '../../infra/config/OnrampConfig.ts'
import { readCdpSecret } from '../../sources/onramp/readCdpSecret.ts'

type Reader = Pick<EnvReader, 'get' | 'problems'>
type ReadContext = {
  reader: Reader
  flag: (name: string) => boolean
  production: boolean
  publicUrls: readonly string[]
}

/** Schema of `ONRAMP_TEMPLATES`, by the ID of the provider. */
const templates = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(60)),
    url: z.string().check(
      z.refine((url) => /^https:\/\/[^/?#@{}\s]+\//.test(url) && url.includes('{address}'), {
        error: 'must be an https:// address with the placeholder {address} after its host',
      }),
    ),
    assets: z
      .array(
        z.strictObject({
          chain: z.string().check(z.refine(isCaipNetworkId, { error: 'must be a CAIP-2 ID' })),
          token: z.optional(z.string()),
          symbol: z.string().check(z.minLength(1), z.maxLength(32)),
          name: z.optional(z.string()),
          code: z.optional(z.string()),
        }),
      )
      .check(z.minLength(1)),
    currencies: z.array(z.string().check(z.regex(/^[A-Z]{3}$/))).check(z.minLength(1)),
    countries: z.optional(z.array(z.string().check(z.regex(/^[A-Z]{2}$/)))),
  }),
)

/** Reads what each provider needs. */
const readers: Readonly<Record<string, (context: ReadContext) => OnrampProviderConfig>> = {
  coinbase({ reader }) {
    const secret = readClientSecret(reader, 'ONRAMP_COINBASE_SECRET_FILE')
    try {
      if (secret !== '') readCdpSecret(secret)
    } catch (error) {
      reader.problems.push(`ONRAMP_COINBASE_SECRET_FILE cannot be used: ${(error as Error).message}`)
    }
    return {
      kind: 'coinbase',
      keyId: required(reader, 'ONRAMP_COINBASE_KEY_ID'),
      secret,
      webhookSecret: readClientSecret(reader, 'ONRAMP_COINBASE_WEBHOOK_SECRET_FILE'),
    }
  },
  meld({ reader, flag, publicUrls }) {
    const [publicUrl] = publicUrls
    if (publicUrl === undefined)
      reader.problems.push(
        'PUBLIC_URLS must be set if ONRAMP_PROVIDERS has meld: Meld signs the URL of its webhooks.',
      )
    return {
      kind: 'meld',
      key: readClientSecret(reader, 'ONRAMP_MELD_KEY_FILE'),
      webhookSecret: readClientSecret(reader, 'ONRAMP_MELD_WEBHOOK_SECRET_FILE'),
      webhookUrl: `${publicUrl}/v1/onramp/webhooks/meld`,
      isSandbox: flag('ONRAMP_SANDBOX'),
    }
  },
  moonpay: ({ reader, flag }) => ({
    kind: 'moonpay',
    key: required(reader, 'ONRAMP_MOONPAY_KEY'),
    secret: readClientSecret(reader, 'ONRAMP_MOONPAY_SECRET_FILE'),
    webhookKey: readClientSecret(reader, 'ONRAMP_MOONPAY_WEBHOOK_KEY_FILE'),
    isSandbox: flag('ONRAMP_SANDBOX'),
  }),
  transak: ({ reader, flag }) => ({
    kind: 'transak',
    key: required(reader, 'ONRAMP_TRANSAK_KEY'),
    secret: readClientSecret(reader, 'ONRAMP_TRANSAK_SECRET_FILE'),
    isSandbox: flag('ONRAMP_SANDBOX'),
  }),
  play({ reader, production }) {
    const { get, problems } = reader
    const url = get('ONRAMP_PLAY_URL')?.replace(/\/+$/, '') ?? ''
    if (production)
      problems.push('ONRAMP_PROVIDERS must not contain play in production: its money is not real.')
    else if (!isLocal(url))
      problems.push(`ONRAMP_PLAY_URL must be an http:// address on localhost; it is "${url.slice(0, 80)}".`)
    return { kind: 'play', url, secret: readClientSecret(reader, 'ONRAMP_PLAY_SECRET_FILE') }
  },
}

/** Reads the variables of buying. Adds invalid values to `problems`. */
export function readOnramp({
  json,
  ...context
}: ReadContext & {
  json: <Schema extends z.ZodMiniType>(name: string, schema: Schema) => z.output<Schema> | undefined
}): OnrampConfig {
  const { get, problems } = context.reader
  const ids = [...new Set(listOf(get('ONRAMP_PROVIDERS')))]
  const own = json('ONRAMP_TEMPLATES', templates) ?? {}
  const taken = Object.keys(own).filter((id) => Object.hasOwn(readers, id))
  if (taken.length > 0)
    problems.push(`ONRAMP_TEMPLATES must not have "${taken[0]}": that is the name of a built-in provider.`)
  const providers = ids.flatMap((id): OnrampProviderConfig[] => {
    if (Object.hasOwn(readers, id)) return [(readers[id] as (typeof readers)[string])(context)]
    const template = Object.hasOwn(own, id) ? own[id] : undefined
    if (template) return [{ kind: 'template', id, template }]
    const known = [...Object.keys(readers), ...Object.keys(own)].join(', ')
    problems.push(`ONRAMP_PROVIDERS must be a list of ${known}; it has "${id.slice(0, 40)}".`)
    return []
  })
  const countries = listOf(get('ONRAMP_COUNTRIES')).map((country) => country.toUpperCase())
  const invalid = countries.find((country) => !/^[A-Z]{2}$/.test(country))
  if (invalid !== undefined)
    problems.push(`ONRAMP_COUNTRIES must be ISO 3166 codes such as DE,US; one is "${invalid.slice(0, 40)}".`)
  return {
    providers,
    countries: countries.length > 0 ? new Set(countries) : undefined,
    needsSession: context.flag('ONRAMP_NEEDS_SESSION'),
  }
}

function required({ get, problems }: Reader, name: string): string {
  const value = get(name)
  if (value === undefined) problems.push(`${name} is not set: the provider has issued it.`)
  return value ?? ''
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
}

function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return /^https?:$/.test(protocol) && /^(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
