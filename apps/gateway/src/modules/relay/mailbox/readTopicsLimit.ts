/**
 * Number of topics that a mailbox remembers as read by a client. A topic that was read longer ago counts as one that
 * nobody has subscribed to, unless a client is subscribed to it now.
 */
export const readTopicsLimit = 50_000
