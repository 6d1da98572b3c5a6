/** Headers a page's script may read although the answer comes from another origin. */
const exposed =
  'x-request-id, server-timing, retry-after, ratelimit, ratelimit-policy, dpop-nonce, www-authenticate'

/**
 * What every answer carries.
 *
 * Every origin is echoed, a refused one too: the browser would otherwise hide the problem from the page, and the kit could
 * not say what is wrong. It gives nothing away: a refused call is answered before any work with a fixed text, there are
 * no cookies, and `Access-Control-Allow-Credentials` is never sent, so no answer depends on who the visitor is.
 * Tokens travel in headers a foreign page does not have.
 */
export function responseHeaders({
  origin,
  requestId,
}: {
  origin: string | undefined
  requestId: string
}): Record<string, string> {
  return {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    vary: 'Origin',
    ...(origin !== undefined && /^[\x21-\x7e]{1,300}$/.test(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
      : {}),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Stops other sites from embedding answers without CORS; calls with CORS are not affected.
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
  }
}
