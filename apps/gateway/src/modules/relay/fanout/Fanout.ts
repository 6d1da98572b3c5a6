import type { StoredMessage } from '../mailbox/MailboxStore.ts'

/** A stored message on its way to whoever listens to its topic. */
export type Notice = Omit<StoredMessage, 'expiresAt'> & {
  topic: string
  /** See `Added`. */
  previous: number
}

/** What this process does with what it hears. */
export type FanoutListener = {
  onNotice(notice: Notice): void
  /** Something may have been missed on this topic, or on all: look into the mailbox. */
  onGap(topic?: string): void
}

/**
 * Tells everybody who listens to a topic about a new message, in this process and in others. It may lose a notice where
 * it says so by `onGap`; what counts is in the mailbox.
 */
export type Fanout = {
  /** Once, before anything else. */
  start(listener: FanoutListener): void
  /** Resolves once everything announced from now on is heard here. */
  listen(topic: string): Promise<void>
  leave(topic: string): void
  announce(notice: Notice): Promise<void>
  close(): Promise<void>
}
