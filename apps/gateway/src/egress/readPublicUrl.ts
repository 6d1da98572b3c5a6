import ipaddr from 'ipaddr.js'
import { isPublicAddress } from './isPublicAddress.ts'

/** A URL that may be fetched once its host is resolved. */
export type PublicUrl = {
  url: URL
  /** Name or address without brackets and final dot. */
  host: string
  isAddress: boolean
}

/** Why a URL may not be fetched: what it is, whom it names. */
export type UrlRefusal = 'url' | 'host' | 'address'

const maxLength = 2048

/** Names that only a local network or machine knows (RFC 6761, RFC 8375, RFC 9476, and what routers and clusters use). */
const localSuffixes = new Set([
  ...['alt', 'arpa', 'cluster', 'consul', 'corp', 'example', 'home', 'internal', 'intranet'],
  ...['invalid', 'lan', 'local', 'localdomain', 'localhost', 'mail', 'onion', 'private', 'svc', 'test'],
  ...['workgroup'],
])
/** Known outside, but answered inside. */
const localNames = new Set(['metadata.goog'])

/**
 * Reads a URL of a stranger: https, port 443, no credentials, a public name or address. Names are not resolved here.
 *
 * @see https://url.spec.whatwg.org/#host-parsing
 */
export function readPublicUrl(text: string): PublicUrl | UrlRefusal {
  // Blanks, control characters and backslashes are what parsers disagree about.
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
