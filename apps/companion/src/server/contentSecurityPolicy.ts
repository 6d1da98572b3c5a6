import type { ServerAddresses } from '../serverAddresses.ts'

/**
 * Returns the policy of the page: only its own files, our relay and the local chains. The third-party clients would also
 * contact their vendor's hosts; `createWalletKit.ts` disables that, and this policy enforces it.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({ relayUrl, chains }: ServerAddresses): string {
  const servers = [relayUrl, ...chains.map(({ rpcUrl }) => rpcUrl)].map((url) => new URL(url).origin)
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src ${servers.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
