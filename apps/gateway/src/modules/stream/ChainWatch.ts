import type { StreamEvent } from '@portico/protocol/gateway'
import type { Topic } from './readTopics.ts'

/** What finds out what happens on one network to whatever is followed there. */
export type ChainWatch = {
  add(topic: Topic): void
  remove(topic: Topic): void
  /** Where a topic stands, for whoever begins to follow it. */
  snapshot(topic: Topic): Promise<StreamEvent<'snapshot'>>
  close(): void
}
