import { hash } from 'node:crypto'
import type { Topics } from './createTopics.ts'
import type { Fanout, Notice } from './fanout/Fanout.ts'
import type { MailboxScope, MailboxStore } from './mailbox/MailboxStore.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { Publication } from './readParams.ts'
import type { Sender } from './Sender.ts'

const refusals: Readonly<Record<MailboxScope, string>> = {
  topic: 'Mailbox limit exceeded',
  address: 'Mailbox limit exceeded for your IP address',
  project: 'Mailbox limit exceeded for this project',
  total: 'Mailbox limit exceeded for this relay',
}

/**
 * Stores a message and returns a function that publishes it to the subscribers. Call it after the response to the
 * sender: otherwise the receiver's reply may arrive before that response, which some clients never recover from.
 *
 * @throws {RelayError} `MailboxLimitExceeded`
 */
export async function publish({
  publication: { topic, message, ttl, tag, attestation },
  sender: { clientId, project, address },
  topics,
  mailbox,
  fanout,
  metrics,
  onError,
  now,
}: {
  publication: Publication
  sender: Sender
  topics: Topics
  mailbox: MailboxStore
  fanout: Fanout
  metrics: RelayMetrics
  onError(error: unknown): void
  now: () => number
}): Promise<() => void> {
  const publishedAt = now()
  const id = hash('sha256', message)
  const fields = { id, publisher: clientId, message, tag, attestation, publishedAt }
  const added = await mailbox.add({
    ...{ ...fields, topic, project, address },
    expiresAt: publishedAt + ttl * 1000,
    subscribed: topics.has(topic),
  })
  if (added.status === 'full') {
    metrics.onRefuse(added.scope)
    throw new RelayError('MailboxLimitExceeded', { message: refusals[added.scope] })
  }
  metrics.onPublish(added.status === 'added' ? 'stored' : 'repeated')
  const notice: Notice = { ...fields, topic, seq: added.seq, previous: added.previous }
  // Publish duplicates too: the process that stored the message may have ended before publishing it. Subscribers that
  // already have it skip it.
  return () => void fanout.publish(notice).catch(onError)
}
