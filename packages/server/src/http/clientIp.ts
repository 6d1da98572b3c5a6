import { isIP } from 'node:net'

/**
 * Returns the address that rate limits count: that of the connection, or the one the outermost trusted proxy saw. An IPv6
 * address is reduced to its /64, which is what one subscriber gets.
 */
export function clientIp({
  remoteAddress,
  forwardedFor,
  trustedProxies,
}: {
  remoteAddress: string | undefined
  forwardedFor: string | undefined
  trustedProxies: number
}): string {
  // Each proxy appends the address of its caller. Entries before the last `trustedProxies` ones may be forged.
  const seen = forwardedFor?.split(',').at(-trustedProxies)?.trim()
  const address = (trustedProxies > 0 && seen && isIP(seen) ? seen : remoteAddress) ?? 'unknown'
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) === 6 ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain
}

function expand(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
}
