/** How much of the relay one client, one connection and one project may have. */
export type RelayLimits = {
  /** Requests of one client id: so many at once, then so many per second. Whoever asks faster is read slower. */
  client: { burst: number; perSecond: number }
  /** Messages of all clients of a project, per process. Beyond it they are refused. */
  project: { burst: number; perSecond: number }
  /** Connections of a project, per process. */
  projectSockets: number
  /** New connections of one address. */
  address: { burst: number; perSecond: number }
  /** Subscriptions of one connection. */
  topics: number
  /** Bytes waiting for a slow reader: beyond it pushes stay in the mailbox and nothing more is read of it. */
  bufferedBytes: number
  /** Milliseconds a reader may stand still with that much waiting. */
  stuckMs: number
  /** Milliseconds between pings. */
  pingMs: number
  /** Milliseconds a connection may say nothing before its first subscription. */
  staleMs: number
}

/** Ten times what the busiest wallet asks for. */
export const defaultRelayLimits: RelayLimits = {
  client: { burst: 500, perSecond: 50 },
  project: { burst: 20_000, perSecond: 2000 },
  projectSockets: 20_000,
  address: { burst: 1000, perSecond: 50 },
  topics: 20_000,
  bufferedBytes: 1024 * 1024,
  stuckMs: 60_000,
  // Clients in Node end a connection that is silent for 35 s.
  pingMs: 30_000,
  staleMs: 300_000,
}
