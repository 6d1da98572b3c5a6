import { isRecord } from '@portico/protocol'
import type { DemoOptions } from './demoOptions.ts'
import { describeMismatch } from './describeMismatch.ts'
import { type OptionRow, optionTable } from './optionTable.ts'

export interface ParsedOptions {
  options: DemoOptions
  /** One sentence for each option that was ignored. */
  problems: readonly string[]
}

const rows: ReadonlyMap<string, OptionRow> = new Map(optionTable.map((row) => [row.path, row]))
const groups = new Set(
  optionTable.filter(({ path }) => path.includes('.')).map(({ path }) => path.split('.')[0]),
)
const maxLength = 20_000
const maxProblems = 8

/** Servers and links: a shared link must not be able to send a visitor to another server or site. */
const refusedNames =
  /url|uri|link|image|icon|^walletconnect$|^(homepage|app_store|play_store|projectId|storage|siwx|siweConfig|adapters|universalProviderConfigOverride)$/i

/**
 * Parses the options in the page's address: `createAppKit`'s options and the demo's own, as JSON. Never throws: invalid
 * options are ignored and reported in `problems`.
 *
 * @example
 * parseOptions('{"themeMode":"dark","features":{"email":"no"}}')
 * // { options: { themeMode: 'dark' }, problems: ['features.email must be true or false.'] }
 */
export function parseOptions(text: string | null): ParsedOptions {
  if (!text) return { options: {}, problems: [] }
  if (text.length > maxLength) return rejectAll('The options are too long.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return rejectAll('The options are not valid JSON: check the quotes, commas and braces.')
  }
  if (!isRecord(value)) return rejectAll('The options must be an object, as in {"themeMode":"dark"}.')

  const options = new Map<string, unknown>()
  const problems: string[] = []
  for (const [path, input] of flatten(value)) {
    const row = rows.get(path)
    const problem = row ? mismatch(row, input) : describeUnknown(path)
    if (problem) problems.push(problem)
    else options.set(path, input)
  }
  const defaultNetwork = options.get('defaultNetwork')
  const networks = (options.get('networks') ?? rows.get('networks')?.initial) as readonly unknown[]
  if (defaultNetwork !== undefined && !networks.includes(defaultNetwork)) {
    options.delete('defaultNetwork')
    problems.push('defaultNetwork must be one of networks.')
  }
  return { options: Object.fromEntries(options), problems: shorten(problems) }
}

function rejectAll(problem: string): ParsedOptions {
  return { options: {}, problems: [problem] }
}

function flatten(value: object): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, entry]): [string, unknown][] =>
    groups.has(key) && isRecord(entry)
      ? Object.entries(entry).map(([member, inner]) => [
          `${key}.${member.replace(/^--w3m-/, '--apkt-')}`,
          inner,
        ])
      : [[key, entry]],
  )
}

function mismatch({ path, kind }: OptionRow, value: unknown): string | undefined {
  const expected = describeMismatch(kind, value)
  return expected && `${path} must be ${expected}.`
}

function describeUnknown(path: string): string {
  const name = path.length > 60 ? `${path.slice(0, 60)}…` : path
  if (groups.has(path)) return `${name} must be an object.`
  return refusedNames.test(path.split('.').at(-1) as string)
    ? `${name} cannot be set in the address: the demo's server configures servers and links.`
    : `${name} is not a known option.`
}

function shorten(problems: readonly string[]): readonly string[] {
  const more = problems.length - maxProblems
  return more > 0 ? [...problems.slice(0, maxProblems), `And ${more} more.`] : problems
}
