import ipaddr from 'ipaddr.js'

/** Azure's internal platform service, which has an address in a public range. */
const cloudServices = new Set(['168.63.129.16'])

/**
 * Returns whether an IP address is a public unicast address: not loopback, private, link-local, shared, documentation,
 * benchmarking or multicast, and without an embedded IPv4 address (mapped, translated, 6to4, Teredo, ISATAP), because
 * the network may route to the embedded address. Returns false for anything that is not an IP address.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  // IPv4 must have four decimal parts: programs parse the short, octal and hexadecimal forms differently.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !cloudServices.has(parsed.toString())
  // Global unicast addresses are only allocated from 2000::/3; other ranges are special or unused.
  if (parsed.zoneId !== undefined || ((parsed.parts[0] ?? 0) & 0xe000) !== 0x2000) return false
  // ISATAP (RFC 5214): an interface ID of 0000:5efe or 0200:5efe followed by an IPv4 address.
  const isIsatap = parsed.parts[5] === 0x5efe && ((parsed.parts[4] ?? 0) & 0xfdff) === 0
  return !isIsatap
}
