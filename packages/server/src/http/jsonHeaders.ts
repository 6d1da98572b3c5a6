/** Response headers that scripts of another origin may read. */
const exposed =
  'x-request-id, server-timing, retry-after, ratelimit, ratelimit-policy, dpop-nonce, www-authenticate'

/**
 * Returns the headers of a response that only programs read, such as that of a JSON-RPC call. `responseHeaders` adds what matters where a
 * browser may show the response as a page.
 *
 * Every origin is allowed to read responses, a refused one too: otherwise the browser would hide the problem from the page
 * and the kit could not explain it. This is safe: there are no cookies, `Access-Control-Allow-Credentials` is never sent, a
 * refused request gets a fixed text, and tokens travel in headers that another page does not have.
 */
export function jsonHeaders({
  origin,
  requestId,
}: {
  origin: string | undefined
  requestId: string
}): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'cache-control': 'no-store',
    vary: 'Origin',
    'x-content-type-options': 'nosniff',
    // Stops other sites from embedding responses without CORS. Requests with CORS are not affected.
    'cross-origin-resource-policy': 'same-site',
  }
  if (origin !== undefined && /^[\x21-\x7e]{1,300}$/.test(origin)) {
    headers['access-control-allow-origin'] = origin
    headers['access-control-expose-headers'] = exposed
  }
  return headers
}
