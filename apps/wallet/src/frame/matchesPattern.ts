const grammar = /^(\*|https?):\/\/((?:\*\.)?[a-z0-9.-]+)(?::(\*|\d{1,5}))?$/

/**
 * Whether an origin matches one of the operator's patterns, such as `https://app.example`, `https://*.app.example` or
 * `*://localhost:*`. The pattern `*` matches nothing: a wallet that any page may embed, any page may disguise.
 */
export function matchesPattern({ pattern, origin }: { pattern: string; origin: string }): boolean {
  const [, scheme, host = '', port] = grammar.exec(pattern) ?? []
  // Only the browser's own spelling counts. The opaque origin `null` never matches: any page can have it.
  if (!scheme || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  if (scheme !== '*' && `${scheme}:` !== url.protocol) return false
  const defaultPort = url.protocol === 'https:' ? '443' : '80'
  if (port !== '*' && (port === undefined || port === defaultPort ? '' : port) !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
}
