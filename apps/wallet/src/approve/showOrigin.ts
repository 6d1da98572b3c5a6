/** An origin for a reader: the host, and how it is reached where that is not safely. */
export function showOrigin(origin: string): string {
  if (!URL.canParse(origin)) return origin
  const { protocol, host, hostname } = new URL(origin)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
  return protocol === 'https:' || isOwnMachine ? host : origin
}
