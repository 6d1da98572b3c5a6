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
      if (logger.isLevelEnabled(name)) logger[name](pick(fields), message)
    }
  return { error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
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
