/*
 * Origin patterns: `*` (any), or scheme://host[:port] where the scheme may be `*` (http or https), the host may begin
 * with `*.` (any subdomain, not the domain itself), and the port may be `*` (any, or none). A port that is left out is
 * the scheme's own.
 */
const grammar = /^(\*|https?):\/\/((?:\*\.)?[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(\*|\d{1,5}))?$/

/** Whether a text can stand in a project's `allowedOrigins`. */
export function isOriginPattern(pattern: string): boolean {
  return pattern === '*' || grammar.test(pattern)
}

/**
 * Whether an origin, as browsers send it, is allowed by a pattern. The opaque origin `null` (sandboxed frames, files)
 * never is: it is the same for everybody.
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

/** The origin as a URL; undefined unless it is written exactly as browsers write origins, so that no second spelling passes. */
export function readOrigin(origin: string): URL | undefined {
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return undefined
  const url = new URL(origin)
  return url.origin === origin ? url : undefined
}

// URL leaves the scheme's own port empty.
function portOf(port: string | undefined, protocol: string): string {
  return port === undefined || port === (protocol === 'https:' ? '443' : '80') ? '' : port
}
