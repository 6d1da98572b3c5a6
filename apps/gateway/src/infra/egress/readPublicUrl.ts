import ipaddr from 'ipaddr.js'
import { isPublicAddress } from './isPublicAddress.ts'

/** A URL that may be fetched once its host is resolved. */
export type PublicUrl = {
  url: URL
  /** Host name without a trailing dot, or IP address without brackets. */
  host: string
  isAddress: boolean
}

/** Why a URL may not be fetched: malformed or not plain https, a local host name, or a non-public IP address. */
export type UrlRefusal = 'url' | 'host' | 'address'

const maxLength = 2048

/** Top-level names of local networks and machines (RFC 6761, RFC 8375, RFC 9476, and those of routers and clusters). */
const localSuffixes = new Set([
  ...['alt', 'arpa', 'cluster', 'consul', 'corp', 'example', 'home', 'internal', 'intranet'],
  ...['invalid', 'lan', 'local', 'localdomain', 'localhost', 'mail', 'onion', 'private', 'svc', 'test'],
  ...['workgroup'],
])
/** Public names that a cloud resolves to its internal metadata service. */
const localNames = new Set(['metadata.goog'])

/**
 * Validates an untrusted URL: it must be https on port 443, without credentials, with a public host name or IP address.
 * Does not resolve names.
 *
 * @see https://url.spec.whatwg.org/#host-parsing
 */
export function readPublicUrl(text: string): PublicUrl | UrlRefusal {
  // URL parsers disagree about whitespace, control characters and backslashes.
  if (text.length > maxLength || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'url'
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return 'url'
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? { url, host, isAddress: true } : 'address'
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  const isName =
    labels.length > 1 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) && /^[a-z]/.test(last)
  if (!isName || localSuffixes.has(last) || localNames.has(host)) return 'host'
  return { url, host, isAddress: false }
}
