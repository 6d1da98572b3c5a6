import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'

/** Asks another server for its time, in milliseconds since the epoch; undefined if it does not say. */
export type ReadClock = () => Promise<number | undefined>

/** Compares clocks until it is closed. */
export type ClockWatch = {
  /** Compares now. Never rejects. */
  check(): Promise<void>
  close(): void
}

/** Sessions are refused by a gateway whose clock is five seconds behind: warn before. */
const noticedMs = 2000
const firstMs = 10_000
const intervalMs = 60_000

/**
 * Compares the clock of this machine with those of other servers, every minute. The difference is the gauge
 * `<name>_clock_skew_seconds`, positive if the other clock is ahead, and is logged when it exceeds two seconds and when it no longer
 * does. What the way to the server takes is not counted.
 *
 * @param others by name, for the label `of`.
 */
export function createClockWatch({
  name,
  log,
  registry,
  others,
  now = Date.now,
}: {
  /** Name of this server, such as `gateway`. */
  name: string
  log: Pick<Log, 'warn' | 'info'>
  registry: Registry
  others: Readonly<Record<string, ReadClock>>
  now?: () => number
}): ClockWatch {
  const gauge = new Gauge({
    name: `${name}_clock_skew_seconds`,
    help: 'How far the clock of another server is ahead of this one, in seconds, by server.',
    labelNames: ['of'],
    registers: [registry],
  })
  const wrong = new Set<string>()

  async function compare(of: string, read: ReadClock): Promise<void> {
    const askedAt = now()
    // Unreachable: whoever needs the server says so.
    const theirs = await read().catch(() => undefined)
    const answeredAt = now()
    if (theirs === undefined) return gauge.remove({ of })
    const skewMs = theirs < askedAt ? theirs - askedAt : Math.max(0, theirs - answeredAt)
    gauge.set({ of }, skewMs / 1000)
    if (Math.abs(skewMs) <= noticedMs) {
      if (wrong.delete(of)) log.warn({ reason: of }, 'the clocks agree again')
      return
    }
    if (wrong.has(of)) return
    wrong.add(of)
    const seconds = Math.round(Math.abs(skewMs) / 1000)
    const text = `the clock of the ${of} is ${seconds} seconds ${skewMs < 0 ? 'behind' : 'ahead'}: synchronise both (NTP)`
    log.warn({ reason: of }, text)
  }

  const check = async () => {
    await Promise.all(Object.entries(others).map(([of, read]) => compare(of, read)))
  }
  const first = setTimeout(check, firstMs).unref()
  const timer = setInterval(check, intervalMs).unref()
  return {
    check,
    close() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
