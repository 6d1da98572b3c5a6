const prefix = 'portico:mailbox:'

/** Keys of the mailbox. The scripts build those of topics and senders themselves. */
export const redisKeys = {
  prefix,
  /** Stored messages that may not have been published yet. */
  outbox: `${prefix}outbox`,
  /** Prefix of the fan-out channels; the topic follows. */
  channel: `${prefix}heard:`,
}
