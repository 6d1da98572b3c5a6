/** Limits for clients, connections, projects and addresses of the relay. */
export type RelayLimits = {
  /** Requests of one client ID: `burst` at once, then `perSecond`. A faster client is read more slowly. */
  client: { burst: number; perSecond: number }
  /** Published messages of all clients of a project, per process. Further messages are rejected. */
  project: { burst: number; perSecond: number }
  /** Open connections of a project, per process. */
  projectSockets: number
  /** Open connections of an IP address, per process. */
  addressSockets: number
  /** New connections and HTTP requests of one IP address. */
  address: { burst: number; perSecond: number }
  /** Subscriptions of one connection. */
  topics: number
  /** Bytes queued for a slow client. Above this, pushes stay in the mailbox and reading from the client pauses. */
  bufferedBytes: number
  /** Milliseconds without a receipt of a push after which the next message of its topic is pushed. */
  receiptMs: number
  /** Milliseconds after which a client whose queue stays that full is disconnected. */
  stuckMs: number
  /** Milliseconds between pings. */
  pingMs: number
  /** Milliseconds a connection without a subscription may be silent. */
  staleMs: number
}

/** About ten times what the busiest wallet needs. */
export const defaultRelayLimits: RelayLimits = {
  client: { burst: 500, perSecond: 50 },
  project: { burst: 20_000, perSecond: 2000 },
  projectSockets: 20_000,
  addressSockets: 2000,
  address: { burst: 1000, perSecond: 50 },
  topics: 20_000,
  bufferedBytes: 1024 * 1024,
  receiptMs: 1000,
  stuckMs: 60_000,
  // Node clients close a connection without a ping for 35 s.
  pingMs: 30_000,
  staleMs: 300_000,
}
