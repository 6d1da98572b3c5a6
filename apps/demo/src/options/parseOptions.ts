import type { DemoOptions } from './demoOptions.ts'
import { describeMismatch } from './describeMismatch.ts'
import { type OptionRow, optionTable } from './optionTable.ts'

export interface ParsedOptions {
  options: DemoOptions
  /** A sentence for each part that was left out. */
  problems: readonly string[]
}

const rows: ReadonlyMap<string, OptionRow> = new Map(optionTable.map((row) => [row.path, row]))
const groups = new Set(
  optionTable.filter(({ path }) => path.includes('.')).map(({ path }) => path.split('.')[0]),
)
const mostLetters = 20_000
const mostProblems = 8

/** Servers and links: whoever shares a link to the demo must not decide where it sends a visitor. */
const neverTaken =
  /url|uri|link|image|icon|^walletconnect$|^(homepage|app_store|play_store|projectId|storage|siwx|siweConfig|adapters)$/i

/**
 * Reads options as they stand in the page's address: the JSON of `createAppKit`'s options and the demo's own.
 * Never throws. What is not understood is left out and told in a sentence; the rest counts.
 *
 * @example
 * parseOptions('{"themeMode":"dark","features":{"email":"no"}}')
 * // { options: { themeMode: 'dark' }, problems: ['features.email must be true or false.'] }
 */
export function parseOptions(text: string | null): ParsedOptions {
  if (!text) return { options: {}, problems: [] }
  if (text.length > mostLetters) return nothing('The options are too long.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return nothing('The options are not JSON: a quote, comma or brace is missing, or one is too many.')
  }
  if (!isObject(value)) return nothing('The options must be an object, as in {"themeMode":"dark"}.')

  const options = new Map<string, unknown>()
  const problems: string[] = []
  for (const [path, given] of flatten(value)) {
    const row = rows.get(path)
    const problem = row ? mismatch(row, given) : describeStranger(path)
    if (problem) problems.push(problem)
    else options.set(path, given)
  }
  const first = options.get('defaultNetwork')
  const networks = (options.get('networks') ?? rows.get('networks')?.initial) as readonly unknown[]
  if (first !== undefined && !networks.includes(first)) {
    options.delete('defaultNetwork')
    problems.push('defaultNetwork must be among networks.')
  }
  return { options: Object.fromEntries(options), problems: shorten(problems) }
}

function nothing(problem: string): ParsedOptions {
  return { options: {}, problems: [problem] }
}

function flatten(value: object): [path: string, value: unknown][] {
  return Object.entries(value).flatMap(([key, one]): [string, unknown][] =>
    groups.has(key) && isObject(one)
      ? Object.entries(one).map(([member, inner]) => [
          `${key}.${member.replace(/^--w3m-/, '--apkt-')}`,
          inner,
        ])
      : [[key, one]],
  )
}

function mismatch({ path, kind }: OptionRow, value: unknown): string | undefined {
  const expected = describeMismatch(kind, value)
  return expected && `${path} must be ${expected}.`
}

function describeStranger(path: string): string {
  const name = path.length > 60 ? `${path.slice(0, 60)}…` : path
  if (groups.has(path)) return `${name} must be an object.`
  return neverTaken.test(path.split('.').at(-1) as string)
    ? `${name} is never taken from the address: the demo's own server says where servers and links are.`
    : `${name} is no option that the demo knows.`
}

function shorten(problems: readonly string[]): readonly string[] {
  const more = problems.length - mostProblems
  return more > 0 ? [...problems.slice(0, mostProblems), `And ${more} more.`] : problems
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
