/**
 * Where answers that never change are kept beside the process, for several gateways to share. A failure is a miss: it
 * must not stop an answer. Neither call may reject.
 */
export type RpcCache = {
  get(key: string): Promise<string | undefined>
  /** May be forgotten earlier than after `ttlMs`. */
  set(key: string, value: string, options: { ttlMs: number }): Promise<void>
}
