import { localeOf } from '../language/language.ts'

/** Formats an ISO 8601 time in the visitor's language and time zone. */
export function formatTime(time: string): string {
  return new Date(time).toLocaleString(localeOf('manage'), { dateStyle: 'medium', timeStyle: 'short' })
}
