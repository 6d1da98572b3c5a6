import { existsSync, readFileSync } from 'node:fs'
import type { NamesConfig } from '../../infra/config/NamesConfig.ts'
import { normalizeName } from '../../modules/names/normalizeName.ts'

const defaultZone = 'portico.local'

/** Reads the variables of the names module. Adds invalid values to `problems`. */
export function readNames({
  get,
  flag,
  integer,
  problems,
}: {
  get: (name: string) => string | undefined
  flag: (name: string) => boolean
  integer: (name: string, fallback: number, maximum: number) => number
  problems: string[]
}): NamesConfig {
  const zone = get('NAMES_ZONE') ?? defaultZone
  // The default is not checked: loading the tables of ENSIP-15 takes a third of the time of a start.
  if (zone !== defaultZone && (normalizeName(zone) !== zone || zone.startsWith('.') || zone.length > 180))
    problems.push(
      `NAMES_ZONE must be a name normalised by ENSIP-15, such as portico.local; it is "${zone.slice(0, 80)}".`,
    )
  const resolvers = (get('NAMES_RESOLVERS') ?? '').split(/[\s,]+/).filter(Boolean)
  const invalid = resolvers.find((resolver) => !/^0x[0-9a-fA-F]{40}$/.test(resolver))
  if (invalid !== undefined)
    problems.push(`NAMES_RESOLVERS must be addresses of contracts; one is "${invalid.slice(0, 60)}".`)
  const signerKey = readKey(get('NAMES_SIGNER_KEY'))
  if (signerKey === false)
    problems.push(
      'NAMES_SIGNER_KEY must be a private key (0x followed by 64 hex digits) or the path of a file with one.',
    )
  if (resolvers.length > 0 && signerKey === undefined)
    problems.push(
      'NAMES_SIGNER_KEY must be set if NAMES_RESOLVERS is: the contracts accept only signed answers.',
    )
  return {
    zone,
    unicode: flag('NAMES_UNICODE'),
    legacySkew: integer('NAMES_LEGACY_SKEW', 0, 3600) * 1000,
    resolvers: resolvers.map((resolver) => resolver.toLowerCase() as `0x${string}`),
    signerKey: signerKey || undefined,
  }
}

/** Reads a private key or the file that contains it; returns false if the value is neither. */
function readKey(value: string | undefined): `0x${string}` | undefined | false {
  if (value === undefined) return undefined
  const isKey = (text: string): text is `0x${string}` => /^0x[0-9a-fA-F]{64}$/.test(text)
  if (isKey(value)) return value
  try {
    const content = existsSync(value) ? readFileSync(value, 'utf8').trim() : ''
    return isKey(content) && content
  } catch {
    // A folder, or a file without read permission: report the same problem.
    return false
  }
}
