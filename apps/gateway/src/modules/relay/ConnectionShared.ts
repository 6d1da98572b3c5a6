import type { Buckets } from './createBuckets.ts'
import type { Topics } from './createTopics.ts'
import type { Fanout } from './fanout/Fanout.ts'
import type { RelayLimits } from './limits.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import type { RelayMetrics } from './RelayMetrics.ts'

/** Dependencies that all connections share. */
export type ConnectionShared = {
  mailbox: MailboxStore
  fanout: Fanout
  topics: Topics
  limits: RelayLimits
  clientBuckets: Buckets
  projectBuckets: Buckets
  metrics: RelayMetrics
  onError(error: unknown): void
  now: () => number
}
