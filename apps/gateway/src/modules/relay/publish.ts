import { hash } from 'node:crypto'
import type { Fanout, Notice } from './fanout/Fanout.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { Publication } from './readParams.ts'

/**
 * Keeps a message, and returns what tells everybody about it: call that after the sender has its answer, or the
 * receiver's answer may overtake it, which some clients never recover from.
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
  const kept = { id, publisher: clientId, message, tag, attestation, publishedAt }
  const added = await mailbox.add({ ...kept, topic, expiresAt: publishedAt + ttl * 1000 })
  if (added.status === 'full') {
    metrics.onPublish('refused')
    throw new RelayError('MailboxLimitExceeded')
  }
  metrics.onPublish(added.status === 'added' ? 'stored' : 'repeated')
  const notice: Notice = { ...kept, topic, seq: added.seq, previous: added.previous }
  // Also a repeated one: the process that stored it may have ended before it told anybody. Who has it skips it.
  return () => void fanout.announce(notice).catch(onError)
}
