/** Headers of answers that callers act on. */
export const headers = {
  'x-request-id':
    'Names this call in the log of the gateway. A caller may choose it (8 to 64 of A–Z, a–z, 0–9, _ and -).',
  ratelimit: 'What is left, per limit (draft-ietf-httpapi-ratelimit-headers).',
  'ratelimit-policy': 'The limits that count this call, in cost units.',
  'retry-after': 'Seconds to wait before the next call.',
  etag: 'Sent back as If-None-Match it saves the answer: 304 if nothing has changed.',
  'cache-control': 'How long the answer may be kept.',
  'server-timing': 'Chains that are missing in the answer, as `missing;desc="…"`; whether a cache answered.',
  allow: 'The methods this address takes.',
} as const

export type HeaderName = keyof typeof headers
