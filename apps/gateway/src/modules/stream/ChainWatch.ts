import type { StreamEvent } from '@portico/protocol/gateway'
import type { Topic } from './readTopics.ts'

/** Watches one network and publishes the events of its topics. */
export type ChainWatch = {
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Returns the current state of a topic for a new subscriber. */
  snapshot(topic: Topic): Promise<StreamEvent<'snapshot'>>
  close(): void
}
