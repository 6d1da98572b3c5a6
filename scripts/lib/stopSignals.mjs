const millisecondsUntilInsisting = 1_000
const millisecondsBetweenLooks = 1_000

/**
 * Turns what may end a command into two abort signals.
 *
 * `stop` fires on Ctrl-C, SIGTERM, SIGHUP (a closed terminal), and when npm, which runs us, is gone: npm passes signals
 * on, but nobody can pass on SIGKILL. `kill` fires when somebody asks again. npm repeats the Ctrl-C that the terminal
 * has sent us already, so only a signal a second later counts as asking again.
 *
 * @returns {{ stop: AbortSignal, kill: AbortSignal }}
 *
 * @example
 * const { stop, kill } = stopSignals()
 * stop.addEventListener('abort', () => server.close())
 */
export function stopSignals() {
  const stop = new AbortController()
  const kill = new AbortController()
  let askedAt
  const ask = () => {
    if (askedAt === undefined) askedAt = Date.now()
    stop.abort()
    if (Date.now() - askedAt > millisecondsUntilInsisting) kill.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, ask)

  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const look = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(look)
      ask()
    }, millisecondsBetweenLooks)
    look.unref()
  }
  return { stop: stop.signal, kill: kill.signal }
}
