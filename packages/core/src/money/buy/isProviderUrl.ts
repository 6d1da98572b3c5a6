import { onrampHosts } from '@portico/protocol/gateway'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Returns whether a page may be opened for a provider: HTTPS without credentials, at one of the provider's hosts or one that
 * the application allows. A loopback host, which only a developer's machine has, may be HTTP.
 *
 * @param allowed hosts with their port if it is not the default, the option `onrampHosts`
 */
export function isProviderUrl(
  text: string,
  { provider, allowed = [] }: { provider: string; allowed?: readonly string[] | undefined },
): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  const known = hostsOf(provider)
  if (protocol === 'http:') return loopback.test(host) && allowed.includes(host)
  return protocol === 'https:' && (known.includes(host) || allowed.includes(host))
}

function hostsOf(provider: string): readonly string[] {
  if (!Object.hasOwn(onrampHosts, provider)) return []
  const { live, sandbox } = onrampHosts[provider as keyof typeof onrampHosts]
  return [...live, ...sandbox]
}
