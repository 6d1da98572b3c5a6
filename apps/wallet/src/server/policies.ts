import { createHash } from 'node:crypto'

const shared = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "object-src 'none'"]

/**
 * What a page of the wallet may do: its own files, the two servers, and nothing else; no markup from text, and no scripts
 * but those that Trusted Types let through under one name.
 *
 * @see https://www.w3.org/TR/CSP3/
 */
export function pagePolicy({
  html,
  gatewayUrl,
  vaultUrl,
  ancestors,
}: {
  html: string
  gatewayUrl: string
  vaultUrl: string
  /** Sources that may show it in a frame; none: nobody. */
  ancestors: readonly string[]
}): string {
  return [
    ...shared,
    ["script-src 'self'", ...importMapHashes(html)].join(' '),
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: ${gatewayUrl}`,
    "font-src 'self'",
    `connect-src ${gatewayUrl} ${vaultUrl}`,
    "frame-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types wk',
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ')
}

/** What a file may do by itself, the key's worker among them: it has no network at all. */
export const filePolicy = [...shared, "script-src 'self'", "frame-ancestors 'none'"].join('; ')

/**
 * The operator's origin patterns as CSP sources. What CSP cannot say is left out, and so is `*`: no pattern lets every page
 * show the wallet.
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

/** The import map is the one inline block, and only its exact text passes. */
function importMapHashes(html: string): string[] {
  return [...html.matchAll(/<script type="importmap">([^<]*)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
}
