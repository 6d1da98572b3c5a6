import { Resolver } from 'node:dns/promises'

/** Looks a name up: every IPv4 and IPv6 address, IPv4 first; empty if there is none. */
export type ResolveHost = (name: string) => Promise<string[]>

/**
 * Asks the name servers themselves, not the operating system: `/etc/hosts`, mDNS and search domains know names that are
 * nobody else's business.
 */
export function createResolveHost({
  servers,
}: {
  /** `address:port`; those of the machine if left out. */
  servers?: readonly string[]
} = {}): ResolveHost {
  return async (name) => {
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    if (servers) resolver.setServers(servers)
    // A name without addresses of one kind is normal; a server that does not answer brings no address, either.
    const none = (): string[] => []
    const [four, six] = await Promise.all([
      resolver.resolve4(name).catch(none),
      resolver.resolve6(name).catch(none),
    ])
    return [...four, ...six]
  }
}
