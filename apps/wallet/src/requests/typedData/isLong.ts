const year = 365 * 24 * 60 * 60

/** Whether a time, in seconds since 1970, is more than a year away, or never comes. */
export function isLong(seconds: bigint | undefined, now: number): boolean {
  return seconds === undefined || seconds > BigInt(Math.floor(now / 1000) + year)
}
