/** A Content Security Policy: directive → its sources. */
export type Policy = ReadonlyMap<string, readonly string[]>

/**
 * Parses the policies of a header or a `<meta>` element. Each of them must allow a request.
 *
 * @see https://www.w3.org/TR/CSP3/#parse-serialized-policy-list
 */
export function parsePolicies(header: string): Policy[] {
  return header
    .split(',')
    .map((text) => {
      const policy = new Map<string, readonly string[]>()
      for (const directive of text.split(';')) {
        const [name, ...sources] = directive.trim().split(/\s+/)
        // The first directive of a name counts.
        if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
      }
      return policy
    })
    .filter((policy) => policy.size > 0)
}

/**
 * Whether a policy lets a page request a URL.
 *
 * @param url a URL, or a scheme such as `data:`
 * @param pageUrl what `'self'` stands for
 */
export function allows({
  policy,
  directives,
  url,
  pageUrl,
}: {
  policy: Policy
  /** The directive and its fallbacks, such as `frame-src`, `child-src`, `default-src`. */
  directives: readonly string[]
  url: string
  pageUrl: string
}): boolean {
  const directive = directives.find((name) => policy.has(name))
  const sources = directive ? (policy.get(directive) ?? []) : undefined
  if (!sources) return true
  return sources.some((source) => matches({ source: source.toLowerCase(), url, pageUrl }))
}

/** @see https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function matches({ source, url, pageUrl }: { source: string; url: string; pageUrl: string }): boolean {
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return isSameScheme(source, `${url.split(':')[0]}:`)
  if (/^[a-z]+:$/.test(url)) return false
  const target = new URL(url)
  const page = new URL(pageUrl)
  if (source === '*') return /^(https?|wss?):$/.test(target.protocol)
  if (source === "'self'")
    return isSameScheme(page.protocol, target.protocol) && hostOf(page) === hostOf(target)
  const [, scheme, host, port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+|\[[^\]]+\])(?::(\*|\d+))?(\/.*)?$/.exec(source) ?? []
  if (!host || host.startsWith("'")) return false
  if (!isSameScheme(scheme ? `${scheme}:` : page.protocol, target.protocol)) return false
  const isHost = host.startsWith('*.')
    ? target.hostname.endsWith(host.slice(1))
    : host === '*' || host === target.hostname
  if (!isHost) return false
  const own = target.port || defaultPort(target.protocol)
  if (port !== undefined ? port !== '*' && port !== own : own !== defaultPort(target.protocol)) return false
  return (
    !path ||
    path === '/' ||
    (path.endsWith('/') ? target.pathname.startsWith(path) : target.pathname === path)
  )
}

/** `http` also allows `https`, and both allow their WebSockets. */
function isSameScheme(source: string, target: string): boolean {
  if (source === target) return true
  if (source === 'http:') return /^(https|wss?):$/.test(target)
  if (source === 'ws:') return target === 'wss:' || target === 'http:' || target === 'https:'
  return source === 'https:' ? target === 'wss:' : false
}

function hostOf(url: URL): string {
  return `${url.hostname}:${url.port || defaultPort(url.protocol)}`
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' || protocol === 'wss:' ? '443' : '80'
}
