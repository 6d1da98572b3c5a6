/** A message as it is kept. */
export type StoredMessage = {
  /** Place in its topic: grows with every message, though not by one. */
  seq: number
  /** SHA-256 of the message, in hex: the same message twice is the sender's retry. */
  id: string
  /** Client id of the sender, who never gets it back. */
  publisher: string
  message: string
  tag: number
  attestation: string | undefined
  /** Milliseconds. */
  publishedAt: number
  /** Milliseconds. */
  expiresAt: number
}

/** A message to be kept. */
export type NewMessage = Omit<StoredMessage, 'seq'> & { topic: string }

/**
 * What became of a message: `added`, `known` (it was there: a retry), or `full` (the topic holds as much as it may, and
 * nobody has acknowledged any of it). `previous` is the place of the message before it: whoever has not seen that one
 * has missed something.
 */
export type Added = { status: 'added' | 'known'; seq: number; previous: number } | { status: 'full' }

/** What a client has not acknowledged of a topic, in order. */
export type MailboxPage = {
  topic: string
  messages: StoredMessage[]
  /** Place of the topic's newest message, whoever sent it: the page is complete up to there unless `more`. */
  last: number
  /** There is more after these. */
  more: boolean
}

/** How much a topic may hold. */
export type MailboxLimits = {
  messages: number
  /** Bytes of the messages' texts. */
  bytes: number
}

/**
 * What the relay keeps: messages by topic until they expire, and which client has acknowledged which. Calls take effect
 * in the order they are made. Every promise resolves once a crash of this process cannot undo the change.
 */
export type MailboxStore = {
  /** Keeps a message; drops the oldest acknowledged ones of a topic that is full. */
  add(message: NewMessage): Promise<Added>
  /**
   * Reads what a client has to get: not its own messages, not what it has acknowledged. Answers one page per topic, in
   * the order asked; together they stay within `maxMessages` and, but for one message, `maxBytes`.
   */
  read(query: {
    clientId: string
    from: readonly { topic: string; after: number }[]
    maxMessages: number
    maxBytes: number
    now: number
  }): Promise<MailboxPage[]>
  /** Notes that a client has a message. Unknown messages are ignored. */
  acknowledge(receipt: { topic: string; id: string; clientId: string }): Promise<void>
  /** For metrics: how many messages there are, their bytes, and when the oldest was sent. */
  stats(): Promise<{ messages: number; bytes: number; oldest: number | undefined }>
  /** Finishes what was asked and lets go of the store. */
  close(): Promise<void>
}
