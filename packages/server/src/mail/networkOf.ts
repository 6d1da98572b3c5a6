/**
 * Returns the network of an address that `clientIp` returned: the /24 of an IPv4 address; an IPv6 address is a /64 already.
 *
 * @example
 * networkOf('203.0.113.7') // '203.0.113.0/24'
 */
export function networkOf(ip: string): string {
  return ip.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
