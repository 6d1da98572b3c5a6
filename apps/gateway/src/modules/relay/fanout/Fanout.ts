import type { StoredMessage } from '../mailbox/MailboxStore.ts'

/** A stored message, published to the subscribers of its topic. */
export type Notice = Omit<StoredMessage, 'expiresAt'> & {
  topic: string
  /** Sequence number of the message before it in the topic; see `AddResult`. */
  previous: number
}

/** Receives what the fan-out delivers to this process. */
export type FanoutListener = {
  onNotice(notice: Notice): void
  /** Called when notices of this topic, or of all topics, may have been lost: read the mailbox. */
  onGap(topic?: string): void
}

/**
 * Publishes new messages to the subscribers of their topic, in this process and in others. It may lose a notice if it
 * reports the loss with `onGap`: the mailbox holds every message.
 */
export type Fanout = {
  /** Sets the listener. Must be called once, before all other methods. */
  start(listener: FanoutListener): void
  /** Resolves once this process receives everything that is published from now on. */
  subscribe(topic: string): Promise<void>
  unsubscribe(topic: string): void
  publish(notice: Notice): Promise<void>
  close(): Promise<void>
}
