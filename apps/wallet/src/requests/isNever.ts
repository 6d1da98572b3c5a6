/** The end of the year 9999, in seconds since 1970. */
const endOfCalendar = 253_402_300_799n

/** Whether a time, in seconds since 1970, never comes. */
export function isNever(seconds: bigint | undefined): seconds is undefined {
  return seconds === undefined || seconds > endOfCalendar
}
