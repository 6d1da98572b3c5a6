/** Formats a time in seconds since 1970, not after the year 9999. */
export function formatTime(seconds: bigint): string {
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
