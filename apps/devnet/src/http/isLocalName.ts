/**
 * Whether a `host` header names this machine or an IP address. Other names are to be refused: DNS rebinding could point
 * them to this server.
 */
export function isLocalName(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, '') ?? ''
  // IP addresses cannot be rebound.
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]+\])$/i.test(name)
  )
}
