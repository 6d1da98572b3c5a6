/** The newest block of a chain, as far as its nodes agree. */
export type Head = {
  number: number
  /** Lower case. */
  hash: string
  parentHash: string
  /** Seconds, as the block says. */
  timestamp: number
  /** The whole header, as the node wrote it. */
  header: Readonly<Record<string, unknown>>
}

/**
 * What happened to a chain: `head` is a new newest block; `reorg` comes before it where blocks were replaced, with the
 * lowest block number that is another one now. Every block is told of, in order and each once, but for a chain that
 * got far ahead while no node answered: then only the newest.
 */
export type HeadEvent = { kind: 'head'; head: Head } | { kind: 'reorg'; from: number }

/** Follows the head of one chain for everybody in this process, as long as somebody listens. */
export type Heads = {
  /** The newest block, if the chain is being followed and was heard of recently. */
  current(): Head | undefined
  /**
   * Listens. The first listener starts following (one subscription or one poll per chain, whoever listens), the last one
   * that leaves ends it.
   *
   * @returns leaves again.
   * @example
   * const leave = heads.follow((event) => event.kind === 'head' && cache.dropHead(event.head))
   */
  follow(listener: (event: HeadEvent) => void): () => void
}
