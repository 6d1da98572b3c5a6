/** Returns the hostname that a browser on this machine uses: `localhost` for loopback and wildcard addresses. */
export function visibleHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
