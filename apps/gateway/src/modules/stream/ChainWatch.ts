import type { StreamEvent } from '@portico/protocol/gateway'
import type { ChainTopic } from './readTopics.ts'

/** Watches one network and publishes the events of its topics. */
export type ChainWatch = {
  add(topic: ChainTopic): void
  remove(topic: ChainTopic): void
  /** Returns the current state of a topic for a new subscriber. */
  snapshot(topic: ChainTopic): Promise<StreamEvent<'snapshot'>>
  close(): void
}
