import type { Outcome } from './Check.ts'

/** Differences that are worth a look, and from which on proofs and statements of servers are refused. */
const noticedMs = 5_000
const refusedMs = 30_000

/**
 * Compares the clock of another server with this one's.
 *
 * @param clock.theirs the time that it said, in milliseconds since the epoch
 * @param clock.askedAt when it was asked, and `answeredAt` when it had answered, by this machine's clock
 */
export function compareClocks({
  theirs,
  askedAt,
  answeredAt,
}: {
  theirs: number
  askedAt: number
  answeredAt: number
}): Outcome | undefined {
  const differenceMs = theirs < askedAt ? theirs - askedAt : Math.max(0, theirs - answeredAt)
  if (Math.abs(differenceMs) < noticedMs) return undefined
  const seconds = Math.round(Math.abs(differenceMs) / 1000)
  const text = `its clock is ${seconds} seconds ${differenceMs < 0 ? 'behind' : 'ahead of'} this machine’s: synchronise both (NTP)`
  return { status: Math.abs(differenceMs) >= refusedMs ? 'problem' : 'warning', text }
}
