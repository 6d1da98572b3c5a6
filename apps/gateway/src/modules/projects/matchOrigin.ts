/*
 * Origin patterns: `*` (any origin), or scheme://host[:port]. The scheme may be `*` (http or https), the host may begin
 * with `*.` (any subdomain, but not the domain itself), and the port may be `*` (any port). Without a port, the default
 * port of the scheme matches.
 */
const grammar = /^(\*|https?):\/\/((?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\*|\d{1,5}))?$/

/** Whether a text is a valid entry of a project's `allowedOrigins`. */
export function isOriginPattern(pattern: string): boolean {
  return pattern === '*' || grammar.test(pattern)
}

/**
 * Whether an origin, as browsers send it, matches a pattern. The opaque origin `null` (sandboxed frames, files) never
 * matches, because it does not identify a site.
 *
 * @example
 * matchOrigin({ pattern: '*://localhost:*', origin: 'http://localhost:4400' }) // true
 */
export function matchOrigin({ pattern, origin }: { pattern: string; origin: string }): boolean {
  const url = readOrigin(origin)
  if (!url) return false
  if (pattern === '*') return true
  const [, scheme, host = '', port] = grammar.exec(pattern) ?? []
  if (!scheme) return false
  if (scheme !== '*' && `${scheme}:` !== url.protocol) return false
  if (port !== '*' && portOf(port, url.protocol) !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host
}

/** Parses an origin; undefined unless it is exactly in the form that browsers send. */
export function readOrigin(origin: string): URL | undefined {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return undefined
  const url = new URL(origin)
  return url.origin === origin ? url : undefined
}

// `URL.port` is empty for the default port of the scheme.
function portOf(port: string | undefined, protocol: string): string {
  return port === undefined || port === (protocol === 'https:' ? '443' : '80') ? '' : port
}
