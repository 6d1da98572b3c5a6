import { createHash } from 'node:crypto'

const shared = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "object-src 'none'"]

/**
 * Returns the Content Security Policy of a page: own files, the two servers and, for pages that log in with it, Farcaster's relay only. Trusted
 * Types forbid markup from strings and allow script URLs through one policy.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function pagePolicy({
  html,
  gatewayUrl,
  vaultUrl,
  relays = [],
  ancestors,
}: {
  html: string
  gatewayUrl: string
  vaultUrl: string
  /** URLs of other servers that the page asks. */
  relays?: readonly string[] | undefined
  /** Sources that may embed the page; none if empty. */
  ancestors: readonly string[]
}): string {
  return [
    ...shared,
    ["script-src 'self'", ...importMapHashes(html)].join(' '),
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${gatewayUrl}`,
    "font-src 'self'",
    ['connect-src', gatewayUrl, vaultUrl, ...relays.map((url) => new URL(url).origin)].join(' '),
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types wk',
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ')
}

/** Content Security Policy of files, such as the key worker: no network access. */
export const filePolicy = [...shared, "script-src 'self'", "frame-ancestors 'none'"].join('; ')

/**
 * Converts the operator's origin patterns to CSP sources. Patterns that CSP cannot express are left out, and so is `*`: no
 * pattern allows every page to embed the wallet.
 *
 * @example
 * toAncestors(['*://localhost:*']) // ['http://localhost:*', 'https://localhost:*']
 */
export function toAncestors(patterns: readonly string[]): string[] {
  const sources = patterns.flatMap((pattern) => {
    const [, scheme, rest] =
      /^(\*|https?):\/\/((?:\*\.)?[a-z0-9.-]+(?::(?:\*|\d{1,5}))?)$/.exec(pattern) ?? []
    if (!scheme) return []
    return scheme === '*' ? [`http://${rest}`, `https://${rest}`] : [`${scheme}://${rest}`]
  })
  return [...new Set(sources)]
}

/** Hashes the import map, the only inline script, so that exactly this text is allowed. */
function importMapHashes(html: string): string[] {
  return [...html.matchAll(/<script type="importmap">([^<]*)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
