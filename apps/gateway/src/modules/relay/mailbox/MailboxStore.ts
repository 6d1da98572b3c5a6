import type { MailboxLimits } from '../../../infra/config/RelayConfig.ts'

/** A stored message. */
export type StoredMessage = {
  /** Sequence number: increases with every message of a topic, with gaps. */
  seq: number
  /** SHA-256 of the message in hex. The same message again is a retry of its sender. */
  id: string
  /** Client ID of the sender. The message is never delivered to that client. */
  publisher: string
  message: string
  tag: number
  attestation: string | undefined
  /** Milliseconds since the epoch. */
  publishedAt: number
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** A message to store, and whose budgets it counts towards. */
export type NewMessage = Omit<StoredMessage, 'seq'> & {
  topic: string
  /** Project of the sender; all projects that are not configured share one name. */
  project: string
  /** Pseudonym of the sender's IP address. */
  address: string
  /** Whether a client is known to be subscribed to the topic now. */
  subscribed: boolean
}

/** A budget of the mailbox. */
export type MailboxScope = Exclude<keyof MailboxLimits, 'unsubscribedMs'>

/**
 * The result of adding a message: `added`, `duplicate` (a retry), or `full` (the budget named by `scope` is used up by
 * messages that nobody has acknowledged). `previous` is the sequence number of the message before it: a subscriber that
 * has not seen that one has missed messages.
 */
export type AddResult =
  | { status: 'added' | 'duplicate'; seq: number; previous: number }
  | { status: 'full'; scope: MailboxScope }

/** Messages of a topic that a client has not acknowledged, in order. */
export type MailboxPage = {
  topic: string
  messages: StoredMessage[]
  /** Sequence number of the topic's newest message, own ones included. The page is complete up to it unless `more`. */
  last: number
  /** Whether further messages follow. */
  more: boolean
}

/**
 * Stores messages by topic until they expire, and which client has acknowledged which message. Calls take effect in the
 * order in which they are made. A promise resolves once a crash of this process can no longer undo the change.
 */
export type MailboxStore = {
  /**
   * Stores a message. If a budget is used up, drops the messages that it counts and that were acknowledged first.
   *
   * A message on a topic that nobody has subscribed to is kept for `unsubscribedMs` at most. A topic counts as
   * subscribed if `subscribed` is set, and for some time after a client has read it, which every subscription does.
   */
  add(message: NewMessage): Promise<AddResult>
  /**
   * Reads the messages to deliver to a client: all but its own and those it has acknowledged. Returns one page per
   * topic, in the order of `from`. All pages together stay within `maxMessages`, and exceed `maxBytes` by one message
   * at most. The messages of these topics are kept until they expire from now on.
   */
  read(query: {
    clientId: string
    from: readonly { topic: string; after: number }[]
    maxMessages: number
    maxBytes: number
    now: number
  }): Promise<MailboxPage[]>
  /** Records that a client has received a message. Ignores unknown messages. */
  acknowledge(receipt: { topic: string; id: string; clientId: string }): Promise<void>
  /** Returns the number of messages, their bytes, and when the oldest was published (milliseconds since the epoch). */
  stats(): Promise<{ messages: number; bytes: number; oldest: number | undefined }>
  /** Finishes pending calls and closes the store. */
  close(): Promise<void>
}
