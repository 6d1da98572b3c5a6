/*
 * The parts of the RFC 3986 grammar (appendix A) that sign-in messages need. Every check tests single characters in one
 * pass, so that hostile input takes linear time.
 */

const badPercent = /%(?![0-9A-Fa-f]{2})/
const notPathChar = /[^\w.~!$&'()*+,;=:@%/-]/
const notQueryChar = /[^\w.~!$&'()*+,;=:@%/?-]/
const notUserInfoChar = /[^\w.~!$&'()*+,;=:%-]/
const notRegNameChar = /[^\w.~!$&'()*+,;=%-]/
const notPchar = /[^\w.~!$&'()*+,;=:@%-]/

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*$/
const octet = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/
const hexGroup = /^[0-9A-Fa-f]{1,4}$/
const ipvFuture = /^v[0-9A-Fa-f]+\.[\w.~!$&'()*+,;=:-]+$/i

/** Returns whether `text` is a scheme such as `https`. */
export function isScheme(text: string): boolean {
  return scheme.test(text)
}

/** Returns whether `text` is `*pchar`, which may be empty. */
export function isPchars(text: string): boolean {
  return consistsOf(text, notPchar)
}

/**
 * Returns whether `text` is an authority: `[userinfo "@"] host [":" port]`. The host may be empty, unlike in
 * {@link isDomain}.
 */
function isAuthority(text: string): boolean {
  return hostOf(text) !== undefined
}

/** Returns whether `text` is an authority with a host. */
export function isDomain(text: string): boolean {
  return Boolean(hostOf(text))
}

/** Returns whether `text` is an absolute URI with an optional fragment (rule `URI`, not `URI-reference`). */
export function isUri(text: string): boolean {
  const [beforeFragment, fragment] = cut(text, '#')
  const [beforeQuery, query] = cut(beforeFragment, '?')
  const [head, hierPart] = cut(beforeQuery, ':')
  if (hierPart === undefined || !isScheme(head)) return false
  if (!consistsOf(query ?? '', notQueryChar) || !consistsOf(fragment ?? '', notQueryChar)) return false
  if (!hierPart.startsWith('//')) return consistsOf(hierPart, notPathChar)
  const [authority, path] = cut(hierPart.slice(2), '/')
  return isAuthority(authority) && consistsOf(path ?? '', notPathChar)
}

function consistsOf(text: string, forbidden: RegExp): boolean {
  return !forbidden.test(text) && !badPercent.test(text)
}

/** Splits a text at the first `mark`. The second part is `undefined` if the text does not contain it. */
function cut(text: string, mark: string): [string, string | undefined] {
  const index = text.indexOf(mark)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)]
}

function hostOf(authority: string): string | undefined {
  const [first, second] = cut(authority, '@')
  if (second !== undefined && !consistsOf(first, notUserInfoChar)) return undefined
  const hostAndPort = second ?? first
  const literalEnd = hostAndPort.startsWith('[') ? hostAndPort.indexOf(']') + 1 : 0
  const [tail, port] = cut(hostAndPort.slice(literalEnd), ':')
  if (port !== undefined && /\D/.test(port)) return undefined
  if (literalEnd === 0) return consistsOf(tail, notRegNameChar) ? tail : undefined
  const literal = hostAndPort.slice(1, literalEnd - 1)
  return tail === '' && (isIpv6(literal) || ipvFuture.test(literal)) ? literal : undefined
}

function isIpv6(text: string): boolean {
  // The longest IPv6 address has 45 characters; the limit bounds the work of `split`.
  if (text.length > 45) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  let size = 0
  for (const [index, half] of halves.entries()) {
    const groups = half === '' ? [] : half.split(':')
    for (const [position, group] of groups.entries()) {
      const isLast = index === halves.length - 1 && position === groups.length - 1
      if (hexGroup.test(group)) size += 1
      else if (isLast && isIpv4(group)) size += 2
      else return false
    }
  }
  // "::" replaces at least one group of zeros.
  return halves.length === 2 ? size <= 7 : size === 8
}

function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return octets.length === 4 && octets.every((one) => octet.test(one))
}
