export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

export type Logger = Record<Exclude<LogLevel, 'silent'>, (...values: unknown[]) => void>

const order = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[]

/** The kit's logger: the console, from `level` upwards. */
export function createLogger(level: LogLevel, target: Logger = console): Logger {
  const enabled = (name: LogLevel) => order.indexOf(name) <= order.indexOf(level)
  const line =
    (name: keyof Logger) =>
    (...values: unknown[]) => {
      if (enabled(name)) target[name]('[portico]', ...values)
    }
  return { error: line('error'), warn: line('warn'), info: line('info'), debug: line('debug') }
}
