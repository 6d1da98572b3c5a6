import type { SIWXSession } from '../config/SIWXSession.ts'
import { parseDateTime } from '../grammar/parseDateTime.ts'

/** Whether a session's times include the moment, in milliseconds. A time that cannot be read refuses. */
export function isLive({ data: { notBefore, expirationTime } }: SIWXSession, moment: number): boolean {
  const from = notBefore === undefined ? Number.NEGATIVE_INFINITY : parseDateTime(notBefore)
  const until = expirationTime === undefined ? Number.POSITIVE_INFINITY : parseDateTime(expirationTime)
  return from !== undefined && until !== undefined && moment >= from && moment < until
}
