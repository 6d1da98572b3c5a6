import { type DestinationStream, pino } from 'pino'
import { describeFailure } from './describeFailure.ts'

/**
 * The fields of a log line. No addresses, signatures, tokens, messages, bodies or full paths: more people read logs than
 * the database.
 */
export type LogFields = {
  requestId?: string | undefined
  method?: string | undefined
  /** The pattern of the route, never the path, which may contain addresses. */
  route?: string | undefined
  status?: number | undefined
  ms?: number | undefined
  project?: string | undefined
  code?: string | undefined
  chain?: string | undefined
  /** Host of an upstream, without path and credentials. */
  upstream?: string | undefined
  /** Host and port of a database, without user and password. */
  host?: string | undefined
  reason?: string | undefined
  answered?: string | undefined
  block?: number | undefined
  /** An unexpected error; see `describeFailure` for what is logged of it. */
  error?: unknown
}

export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

export type Log = Record<'error' | 'warn' | 'info' | 'debug', (fields: LogFields, message: string) => void>

const allowedFields = [
  'requestId',
  'method',
  'route',
  'status',
  'ms',
  'project',
  'code',
  'chain',
  'upstream',
  'host',
  'reason',
  'answered',
  'block',
] as const satisfies (keyof LogFields)[]

/** Creates a log that writes JSON lines to standard error. Fields other than `LogFields` are dropped at runtime, too. */
export function createLog({
  level,
  destination,
}: {
  level: LogLevel
  destination?: DestinationStream | undefined
}): Log {
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ dest: 2, sync: true }),
  )
  const write =
    (name: keyof Log) =>
    (fields: LogFields, message: string): void => {
      const level = isLogged(fields.error) ? 'debug' : name
      if (logger.isLevelEnabled(level)) logger[level](pick(fields), message)
    }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}

/** Whether an error, or one that caused it, was logged where it arose. */
function isLogged(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth++) {
    if ('isLogged' in current && current.isLogged === true) return true
    current = current.cause
  }
  return false
}

function pick(fields: LogFields): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name of allowedFields) {
    const value = fields[name]
    if (value !== undefined) picked[name] = typeof value === 'string' ? value.slice(0, 200) : value
  }
  const { error } = fields
  if (error instanceof Error) picked.error = describeFailure(error)
  return picked
}
