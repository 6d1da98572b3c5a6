import type { ServerAddresses } from '../serverAddresses.ts'

/**
 * Own files, our relay and the local chains. The clients this page is made of would also ask hosts of their vendor's:
 * the page tells them not to (`createWalletKit.ts`), and this is the wall behind it.
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
