import type { ServerAddresses } from '../kit/serverAddresses.ts'

/**
 * Returns the strictest policy an application with Portico can have: only its own files, no inline script or style, no
 * eval, Trusted Types, and connections only to its own servers.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function contentSecurityPolicy({
  gatewayUrl,
  walletUrl,
  rpcUrls,
  solanaUrl,
  solanaTwoUrl,
  esploraUrl,
  signetUrl,
}: ServerAddresses): string {
  const chains = [...Object.values(rpcUrls), solanaUrl, solanaTwoUrl, esploraUrl, signetUrl]
  const servers = [gatewayUrl, ...chains].map((url) => new URL(url).origin)
  const sockets = servers.map((origin) => origin.replace(/^http/, 'ws'))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The gateway serves the images of wallets and networks.
    `img-src 'self' data: blob: ${new URL(gatewayUrl).origin}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...servers, ...sockets].join(' ')}`,
    `frame-src ${new URL(walletUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
