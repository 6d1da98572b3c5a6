import { hash } from 'node:crypto'
import type { Fanout, Notice } from './fanout/Fanout.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { Publication } from './readParams.ts'

/**
 * Stores a message and returns a function that publishes it to the subscribers. Call it after the response to the
 * sender: otherwise the receiver's reply may arrive before that response, which some clients never recover from.
 *
 * @throws {RelayError} `MailboxLimitExceeded`
 */
export async function publish({
  publication: { topic, message, ttl, tag, attestation },
  clientId,
  mailbox,
  fanout,
  metrics,
  onError,
  now,
}: {
  publication: Publication
  clientId: string
  mailbox: MailboxStore
  fanout: Fanout
  metrics: RelayMetrics
  onError(error: unknown): void
  now: () => number
}): Promise<() => void> {
  const publishedAt = now()
  const id = hash('sha256', message)
  const fields = { id, publisher: clientId, message, tag, attestation, publishedAt }
  const added = await mailbox.add({ ...fields, topic, expiresAt: publishedAt + ttl * 1000 })
  if (added.status === 'full') {
    metrics.onPublish('refused')
    throw new RelayError('MailboxLimitExceeded')
  }
  metrics.onPublish(added.status === 'added' ? 'stored' : 'repeated')
  const notice: Notice = { ...fields, topic, seq: added.seq, previous: added.previous }
  // Publish duplicates too: the process that stored the message may have ended before publishing it. Subscribers that
  // already have it skip it.
  return () => void fanout.publish(notice).catch(onError)
}
