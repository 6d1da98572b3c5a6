import { BaseError, RpcError } from '@portico/protocol'
import { type DestinationStream, pino } from 'pino'

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
  // The stack says where; other libraries' messages may quote what they were given.
  if (error instanceof Error)
    picked.error = { name: error.name, message: ownWords(error), stack: stackOf(error) }
  return picked
}

/** Our own sentences hold no values; a node's error is a sentence of the node. */
function ownWords(error: Error): string | undefined {
  return error instanceof BaseError && !(error instanceof RpcError) ? error.shortMessage : undefined
}

/** The places alone. A stack begins with the message, whose lines may look like places: a contract chooses its own words. */
function stackOf({ stack, message }: Error): string | undefined {
  const start = stack?.indexOf(message) ?? -1
  if (!stack || start === -1) return undefined
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n')
}
