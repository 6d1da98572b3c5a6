import type { Database } from '../../database/openVaultDatabase.ts'
import type { MailContent } from '../../mail/MailContent.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { User } from './store.ts'

/** A mail that reports what was done with a wallet. */
type Notice = Extract<MailContent, { kind: 'device-added' | 'moved' | 'exported' | 'code-used' }>
type WithoutAddress<Content> = Content extends unknown ? Omit<Content, 'to'> : never

/** Mails the owner of a wallet what was done with it, if the transaction commits. */
export type NotifyOwner = (
  transaction: Database,
  user: User,
  content: WithoutAddress<Notice>,
  now: number,
) => Promise<void>

/** How long the queue tries to send a notice. */
const lifetimeMs = 24 * 3_600_000

/** Creates the function that queues notices to the current address of a user. */
export function createNotifyOwner({
  cipher,
  mailQueue,
}: {
  cipher: Pick<Cipher, 'open'>
  mailQueue: Pick<MailQueue, 'add'>
}): NotifyOwner {
  return async (transaction, user, content, now) => {
    const to = await cipher.open({ table: 'users', row: user.id }, user)
    await mailQueue.add(transaction, { ...content, to }, { now, expiresAt: now + lifetimeMs })
  }
}
