/** A second signal within this time counts as a repetition of the first. */
const repeatWindowMs = 1_000
const parentCheckMs = 1_000

/**
 * Converts process signals into two abort signals.
 *
 * `stop` aborts on Ctrl-C, SIGTERM, SIGHUP (the terminal was closed), and when the parent npm process has ended: npm
 * forwards signals, except SIGKILL. `kill` aborts on a second signal. npm repeats the Ctrl-C that this process already
 * received from the terminal, so only a signal at least a second later counts as the second one.
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
  let stoppedAt
  const onSignal = () => {
    if (stoppedAt === undefined) stoppedAt = Date.now()
    stop.abort()
    if (Date.now() - stoppedAt > repeatWindowMs) kill.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal)

  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      onSignal()
    }, parentCheckMs)
    timer.unref()
  }
  return { stop: stop.signal, kill: kill.signal }
}
