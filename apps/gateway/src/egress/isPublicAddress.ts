import ipaddr from 'ipaddr.js'

/** Public by its range, and yet the inside of a cloud: answers only machines in it, with their secrets. */
const insideClouds = new Set(['168.63.129.16'])

/**
 * Whether an IP address is a public unicast one: no loopback, private, link-local, shared, documentation, benchmark or
 * multicast range, and none that carries an IPv4 address inside (mapped, translated, 6to4, Teredo, ISATAP), because the
 * network may take it out again. Anything that is no address is not public.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  // Four decimal parts or IPv6: the short, octal and hexadecimal forms are read differently by different programs.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !insideClouds.has(parsed.toString())
  // 2000::/3 is all that has ever been given out; what lies outside is special or not in use.
  if (parsed.zoneId !== undefined || ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return false
  // ISATAP (RFC 5214): an interface id of 0000:5efe or 0200:5efe and an IPv4 address.
  const isIsatap = parsed.parts[5] === 0x5efe && ((parsed.parts[4] ?? 0) & 0xfdff) === 0
  return !isIsatap
}
