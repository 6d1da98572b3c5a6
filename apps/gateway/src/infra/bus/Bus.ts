/** One message of a channel. */
export type BusMessage = {
  /** Sequence number in the channel: 1, 2, 3 … without gaps. */
  seq: number
  data: string
}

/** A position in a channel. Sequence numbers of different epochs cannot be compared. */
export type BusPosition = { epoch: string; seq: number }

export type BusListener = {
  onMessage(message: BusMessage): void
  /** Called if messages were lost, for example because a new epoch began and the stored messages are gone. */
  onLost(): void
}

/** A sequence of messages that every process receives in the same order and that is stored for a limited time. */
export type BusChannel = {
  /**
   * Publishes a message to all subscribers, including those of this process. Does nothing if any process published a
   * message with the same key within the last ten minutes: several processes may detect the same event.
   *
   * @throws if the message could not be published.
   */
  publish(message: { key: string; data: string }): Promise<void>
  /** Delivers every message from now on, in order and exactly once. Returns the function that ends the subscription. */
  subscribe(listener: BusListener): () => void
  /** Returns the position of the last message this process received; `seq` is 0 before the first. */
  position(): BusPosition
  /**
   * Returns the messages after a position up to `position()`, oldest first; undefined if some of them are no longer
   * stored, or the position is of another epoch or in the future. Messages are stored for ten minutes, at most `limit`
   * of them.
   */
  since(position: BusPosition): Promise<readonly BusMessage[] | undefined>
}

/** A message bus between the processes of one gateway. */
export type Bus = {
  /**
   * Returns the channel with a name; the same object each time.
   *
   * @example
   * const live = bus.channel('live')
   * const unsubscribe = live.subscribe({ onMessage: ({ data }) => send(JSON.parse(data)), onLost: resyncAll })
   * await live.publish({ key: 'eip155:1|0xabc…|chain', data: JSON.stringify(event) })
   */
  channel(name: string): BusChannel
  close(): Promise<void>
}
