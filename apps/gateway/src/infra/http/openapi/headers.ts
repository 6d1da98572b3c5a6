/** Response headers with their descriptions. */
export const headers = {
  'x-request-id':
    'ID of this call in the log of the gateway. The caller may set it: 8 to 64 of A–Z, a–z, 0–9, _ and -.',
  ratelimit: 'Units left in each rate limit (draft-ietf-httpapi-ratelimit-headers).',
  'ratelimit-policy': 'The rate limits that count this call, in cost units.',
  'retry-after': 'Seconds to wait before the next call.',
  etag: 'Version tag. Send it as If-None-Match to get 304 without a body if nothing has changed.',
  'cache-control': 'How long the response may be cached.',
  'server-timing':
    'Networks missing from the response, as `missing;desc="…"`; for JSON-RPC, whether the response came from the cache.',
  allow: 'The methods this path accepts.',
} as const

export type HeaderName = keyof typeof headers
