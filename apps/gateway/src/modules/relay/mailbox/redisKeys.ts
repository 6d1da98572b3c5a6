const prefix = 'portico:relay:'
const parts = ['texts', 'facts', 'places', 'ends', 'receivers', 'state'] as const

/** Keys of the mailbox, in the order the scripts take them. */
export const redisKeys = {
  topic: (topic: string): string[] => parts.map((part) => `${prefix}topic:${topic}:${part}`),
  all: [`${prefix}ends`, `${prefix}ages`, `${prefix}bytes`],
  /** What has been kept and perhaps not been announced. */
  outbox: `${prefix}outbox`,
  /** Channels of the fan-out begin so; the topic follows. */
  channel: `${prefix}heard:`,
}
