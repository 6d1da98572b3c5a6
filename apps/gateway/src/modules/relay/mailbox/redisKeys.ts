const prefix = 'portico:relay:'
const parts = ['texts', 'facts', 'places', 'ends', 'receivers', 'state'] as const

/** Keys of the mailbox, in the order in which the scripts take them. */
export const redisKeys = {
  topic: (topic: string): string[] => parts.map((part) => `${prefix}topic:${topic}:${part}`),
  all: [`${prefix}ends`, `${prefix}ages`, `${prefix}bytes`],
  /** Stored messages that may not have been published yet. */
  outbox: `${prefix}outbox`,
  /** Prefix of the fan-out channels; the topic follows. */
  channel: `${prefix}heard:`,
}
