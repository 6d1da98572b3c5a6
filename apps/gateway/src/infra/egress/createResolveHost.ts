import { Resolver } from 'node:dns/promises'

/** Resolves a host name to all its addresses, IPv4 first; empty if it has none. */
export type ResolveHost = (name: string) => Promise<string[]>

/**
 * Creates a resolver that queries DNS servers directly. The operating system's resolver is not used, because
 * `/etc/hosts`, mDNS and search domains would expose names of the local network.
 */
export function createResolveHost({
  servers,
}: {
  /** DNS servers as `address:port`; omitted = those of the machine. */
  servers?: readonly string[]
} = {}): ResolveHost {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers) resolver.setServers(servers)
    // Treat errors as no address: many names have only IPv4 or only IPv6 records.
    const none = (): string[] => []
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(none),
      resolver.resolve6(name).catch(none),
    ])
    return [...four, ...six]
  }
}
