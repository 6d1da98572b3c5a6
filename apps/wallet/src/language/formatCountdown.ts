/** Formats the seconds until something is possible again: `1:30`. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}
