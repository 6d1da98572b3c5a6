/** A block header. */
export type Head = {
  number: number
  /** Lower case. */
  hash: string
  parentHash: string
  /** Seconds since the epoch. */
  timestamp: number
  /** The complete header as the upstream returned it. */
  header: Readonly<Record<string, unknown>>
}

/**
 * A change of a chain's head. `head` is a new block. `reorg` precedes it if blocks were replaced; `from` is the lowest
 * replaced block number. Every block is emitted once and in order, except after a long outage: then only the newest is.
 */
export type HeadEvent = { kind: 'head'; head: Head } | { kind: 'reorg'; from: number }

/** Follows the head of one chain while there are listeners. Shared by all users in this process. */
export type Heads = {
  /** Returns the newest block; undefined if the chain is not being followed or has not been read recently. */
  current(): Head | undefined
  /**
   * Adds a listener. The first one starts following the chain (one subscription or poll per chain), removing the last
   * one stops it.
   *
   * @returns a function that removes the listener.
   * @example
   * const unfollow = heads.follow((event) => event.kind === 'head' && cache.dropHead(event.head))
   */
  follow(listener: (event: HeadEvent) => void): () => void
}
