/** The name a browser on this machine uses; a server bound to everything is reached on loopback. */
export function visibleHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
