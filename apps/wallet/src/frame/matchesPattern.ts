const grammar = /^(\*|https?):\/\/((?:\*\.)?[a-z0-9.-]+)(?::(\*|\d{1,5}))?$/

/**
 * Whether an origin, as browsers write it, fits one of the operator's patterns: `https://app.example`,
 * `https://*.app.example`, `*://localhost:*`. The pattern `*` fits nothing here: a wallet that any page may show is a
 * wallet that any page may dress up.
 */
export function matchesPattern({ pattern, origin }: { pattern: string; origin: string }): boolean {
  const [, scheme, host = '', port] = grammar.exec(pattern) ?? []
  // One spelling only; the opaque origin `null` is everybody's.
  if (!scheme || !URL.canParse(origin)) return false
  const url = new URL(origin)
  if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  if (scheme !== '*' && `${scheme}:` !== url.protocol) return false
  const ownPort = url.protocol === 'https:' ? '443' : '80'
  if (port !== '*' && (port === undefined || port === ownPort ? '' : port) !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
}
