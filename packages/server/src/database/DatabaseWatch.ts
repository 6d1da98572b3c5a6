/** Learns how a server's database is doing; see `createDatabaseWatch`. */
export type DatabaseWatch = {
  /** The first query failed because the server at this host cannot be reached. */
  onUnreachable(event: { host: string; reason: string }): void
  /** The first query succeeded again. */
  onReachable(event: { host: string }): void
  /** The connections of this process, read whenever they are needed. */
  onPool(read: () => PoolState): void
}

/** Numbers of connections of this process, and of queries that wait for one. */
export type PoolState = { used: number; idle: number; waiting: number }
