/**
 * Shortens an address to its first `start` (default 4) and last `end` (default 6) characters.
 *
 * @example
 * import { truncateAddress } from '@portico/core'
 *
 * truncateAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266') // '0xf3…b92266'
 */
export function truncateAddress(address: string, { start = 4, end = 6 } = {}): string {
  if (address.length <= start + end) return address
  return `${address.slice(0, start)}…${end ? address.slice(-end) : ''}`
}
