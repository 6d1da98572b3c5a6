import type { SIWXSession } from '../config/SIWXSession.ts'
import { parseDateTime } from '../grammar/parseDateTime.ts'

/** Returns whether a session is valid at a time (milliseconds since 1970). Unreadable times make it invalid. */
export function isLive({ data, login }: SIWXSession, timeMs: number): boolean {
  const { notBefore } = data
  // A message signed as part of a login expires within minutes; the session that it opens does not.
  const expirationTime = login?.expiresAt ?? data.expirationTime
  const from = notBefore === undefined ? Number.NEGATIVE_INFINITY : parseDateTime(notBefore)
  const until = expirationTime === undefined ? Number.POSITIVE_INFINITY : parseDateTime(expirationTime)
  return from !== undefined && until !== undefined && timeMs >= from && timeMs < until
}
