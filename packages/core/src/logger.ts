export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

export type Logger = Record<Exclude<LogLevel, 'silent'>, (...values: unknown[]) => void>

const order = ['silent', 'error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[]

/** Creates a logger that writes messages of `level` and more severe ones to `target` (default: the console). */
export function createLogger(level: LogLevel, target: Logger = console): Logger {
  const enabled = (name: LogLevel) => order.indexOf(name) <= order.indexOf(level)
  const createMethod =
    (name: keyof Logger) =>
    (...values: unknown[]) => {
      if (enabled(name)) target[name]('[portico]', ...values)
    }
  return {
    error: createMethod('error'),
    warn: createMethod('warn'),
    info: createMethod('info'),
    debug: createMethod('debug'),
  }
}
