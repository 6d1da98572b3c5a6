/** How much may be stored. */
export type MailboxBudget = {
  messages: number
  /** Bytes of the message texts and attestations. */
  bytes: number
}

/** Limits of the stored relay messages. */
export type MailboxLimits = {
  topic: MailboxBudget
  /** Messages sent from one IP address, or IPv6 /64 network. */
  address: MailboxBudget
  /** Messages sent by the clients of one project. */
  project: MailboxBudget
  total: MailboxBudget
  /** Milliseconds for which a message is kept at most if nobody has subscribed to its topic. */
  unsubscribedMs: number
}

/** Configuration of the relay. */
export type RelayConfig = {
  /** Public hosts of the relay, with or without a port; clients' tokens must name one of them. */
  hosts: readonly string[]
  mailbox: MailboxLimits
}
