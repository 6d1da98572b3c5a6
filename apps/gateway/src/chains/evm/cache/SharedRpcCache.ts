/**
 * A cache of immutable RPC results outside the process, shared by several gateways. A failure counts as a cache miss,
 * so neither function may reject.
 */
export type SharedRpcCache = {
  get(key: string): Promise<string | undefined>
  /** Stores a value for at most `ttlMs` milliseconds; it may be evicted earlier. */
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>
}
