/** Formats an origin for display: the host alone, or the whole origin if it is neither https nor local. */
export function showOrigin(origin: string): string {
  if (!URL.canParse(origin)) return origin
  const { protocol, host, hostname } = new URL(origin)
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1'
  return protocol === 'https:' || isOwnMachine ? host : origin
}
