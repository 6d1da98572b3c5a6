const grammar = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

/**
 * Parses an RFC 3339 `date-time`. Stricter than `Date.parse`, which accepts other formats and turns 31 February into
 * March.
 *
 * @returns milliseconds since 1970, or `undefined` if the text is not such a time.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseDateTime(text: string): number | undefined {
  const parts = grammar.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number)
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offsetHour = Number(parts[9] ?? 0)
  const offsetMinute = Number(parts[10] ?? 0)
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined

  // Not `Date.UTC`: it reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute)
  date.setUTCHours(hour, minute - offset, Math.min(second, 59), milliseconds)
  if (second < 60) return date.getTime()
  // A leap second is the last second of a UTC day. It is read as the first second of the next day.
  if (date.getUTCHours() !== 23 || date.getUTCMinutes() !== 59) return undefined
  return date.getTime() + 1000
}
