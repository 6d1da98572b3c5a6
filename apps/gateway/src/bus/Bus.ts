/** One message of a channel. */
export type BusMessage = {
  /** Its place in the channel: 1, 2, 3 … without a gap. */
  seq: number
  data: string
}

/** A place in a channel. Numbers of different epochs have nothing to do with each other. */
export type BusPosition = { epoch: string; seq: number }

export type BusListener = {
  onMessage(message: BusMessage): void
  /** Messages may be missing from here on, and a new epoch has begun: what was kept is gone. */
  onLost(): void
}

/** Messages that every process hears in the same order, and that are kept for a while. */
export type BusChannel = {
  /**
   * Tells everybody, this process too. What has been said under the same key within the last ten minutes is not said
   * again, whoever said it: several processes may find out the same thing.
   *
   * @throws if it could not be said.
   */
  publish(message: { key: string; data: string }): Promise<void>
  /** Hears every message from now on, in order and once. */
  subscribe(listener: BusListener): () => void
  /** The last message this process has heard; `seq` 0 before the first. */
  position(): BusPosition
  /**
   * Messages after a place up to `position()`, oldest first; undefined if some of them are not kept any more, or the place
   * is of another epoch or still to come. Ten minutes are kept, or `limit` messages if the implementation has one.
   */
  since(position: BusPosition): Promise<readonly BusMessage[] | undefined>
}

/** What ties the processes of one gateway together. */
export type Bus = {
  /**
   * The channel of a name; the same one each time.
   *
   * @example
   * const live = bus.channel('live')
   * const leave = live.subscribe({ onMessage: ({ data }) => tell(JSON.parse(data)), onLost: tellEverybodyToReadAgain })
   * await live.publish({ key: 'eip155:1|0xabc…|chain', data: JSON.stringify(event) })
   */
  channel(name: string): BusChannel
  close(): Promise<void>
}
