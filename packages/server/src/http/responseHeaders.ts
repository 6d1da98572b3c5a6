/** Response headers that scripts of another origin may read. */
const exposed =
  'x-request-id, server-timing, retry-after, ratelimit, ratelimit-policy, dpop-nonce, www-authenticate'

/**
 * Returns the headers of every response.
 *
 * Every origin is allowed to read responses, a refused one too: otherwise the browser would hide the problem from the page
 * and the kit could not explain it. This is safe: there are no cookies, `Access-Control-Allow-Credentials` is never sent, a
 * refused request gets a fixed text, and tokens travel in headers that another page does not have.
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
    // Stops other sites from embedding responses without CORS. Requests with CORS are not affected.
    'cross-origin-resource-policy': 'same-site',
    'referrer-policy': 'no-referrer',
  }
}
