import { type DestinationStream, pino } from 'pino'
import { describeFailure } from './describeFailure.ts'

/**
 * Everything a line of the log may carry. No addresses, signatures, tokens, messages, bodies or full paths: a log is
 * read by more people than the database.
 */
export type LogFields = {
  requestId?: string | undefined
  method?: string | undefined
  /** The pattern of the route, never the path. */
  route?: string | undefined
  status?: number | undefined
  ms?: number | undefined
  project?: string | undefined
  code?: string | undefined
  chain?: string | undefined
  /** Host of a node, without path and credentials. */
  upstream?: string | undefined
  reason?: string | undefined
  answered?: string | undefined
  block?: number | undefined
  /** A failure of our own code. */
  error?: unknown
}

/** How much is written. */
export type LogLevel = 'silent' | 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'

export type Log = Record<'error' | 'warn' | 'info' | 'debug', (fields: LogFields, message: string) => void>

const allowed = [
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

/** Writes JSON lines to standard error; fields that are not allowed are dropped, whatever the types said. */
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
  for (const name of allowed) {
    const value = fields[name]
    if (value !== undefined) picked[name] = typeof value === 'string' ? value.slice(0, 200) : value
  }
  const { error } = fields
  if (error instanceof Error) picked.error = describeFailure(error)
  return picked
}
