import { languageOf, localeOf } from '../language/language.ts'
import { withoutHidden } from '../language/withoutHidden.ts'

/** Formats a time in seconds since 1970, not after the year 9999: in UTC, and in English as ISO 8601 does. */
export function formatTime(seconds: bigint): string {
  const time = new Date(Number(seconds) * 1000)
  if (languageOf('approve').tag === 'en') return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return withoutHidden(
    time.toLocaleString(localeOf('approve'), {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
  )
}
