/**
 * When and how often a failed request over HTTP is repeated. All clients of the kit follow these rules: gateway data,
 * the RPC of every namespace, and the embedded wallet's own.
 */
export const retryRules = {
  /** Retries after the first attempt. */
  count: 3,
  /** Milliseconds before the first retry; doubled for each further one. A longer `Retry-After` has precedence. */
  delayMs: 150,
  /** The longest `Retry-After` to wait for, in milliseconds. If a server asks for more, the error is thrown at once. */
  maxDelayMs: 10_000,
  /** HTTP statuses that are not caused by the request. */
  httpStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** JSON-RPC codes that are not caused by the request. */
  rpcCodes: [-1, -32005, -32603],
} as const
