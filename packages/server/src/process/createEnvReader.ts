/** Environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** Reads environment variables; see {@link createEnvReader}. */
export type EnvReader = {
  /** What is wrong so far: one sentence each, beginning with the variable. */
  readonly problems: string[]
  /** Returns the trimmed value. An empty variable counts as unset, as in shells and `.env` files. */
  get(name: string): string | undefined
  /** Reads a whole number from 0 to `maximum`. */
  integer(name: string, fallback: number, maximum: number): number
  /** Reads the address of a server with one of these URL schemes, such as `postgres:`. */
  serverUrl(name: string, schemes: readonly string[]): string | undefined
  /** Reads `LOG_LEVEL`; the default is `error`. */
  readLogLevel(): (typeof logLevels)[number]
}

/**
 * Creates a reader that collects the problems of all variables instead of stopping at the first.
 *
 * @example
 * const { get, integer, problems } = createEnvReader(process.env)
 * const port = integer('VAULT_PORT', 4403, 65_535)
 * if (problems.length > 0) throw new ConfigError({ program: 'vault', problems })
 */
export function createEnvReader(env: Env): EnvReader {
  const problems: string[] = []
  const get = (name: string): string | undefined => env[name]?.trim() || undefined
  return {
    problems,
    get,
    integer(name, fallback, maximum) {
      const value = get(name)
      if (value === undefined) return fallback
      if (/^\d{1,15}$/.test(value) && Number(value) <= maximum) return Number(value)
      problems.push(`${name} must be a whole number from 0 to ${maximum}; it is "${value.slice(0, 40)}".`)
      return fallback
    },
    serverUrl(name, schemes) {
      const value = get(name)
      if (value === undefined) return undefined
      if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value
      // Never quote the value: it contains a password.
      problems.push(
        `${name} must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}.`,
      )
      return undefined
    },
    readLogLevel() {
      const value = get('LOG_LEVEL') ?? 'error'
      const level = logLevels.find((each) => each === value)
      if (level === undefined)
        problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}; it is "${value.slice(0, 40)}".`)
      return level ?? 'error'
    },
  }
}
