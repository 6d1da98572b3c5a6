import type { Database } from '../../database/openVaultDatabase.ts'
import type { MailContent } from '../../mail/MailContent.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { ListAddresses } from './createListAddresses.ts'
import type { User } from './store.ts'

/** A mail that reports what was done with a wallet. */
type Notice = Extract<
  MailContent,
  { kind: 'device-added' | 'moved' | 'exported' | 'code-used' | 'login-added' | 'login-removed' }
>
type WithoutAddress<Content> = Content extends unknown ? Omit<Content, 'to' | 'language'> : never

/** Mails the owner of a wallet what was done with it, if the transaction commits. */
export type NotifyOwner = (
  transaction: Database,
  user: User,
  content: WithoutAddress<Notice>,
  now: number,
  /** Another address that gets the mail, too. */
  also?: string,
) => Promise<void>

/** How long the queue tries to send a notice. */
const lifetimeMs = 24 * 3_600_000

/**
 * Creates the function that queues notices to the current address of a user. A user without one is notified at the first verified
 * address of an identity; one without any is not notified.
 */
export function createNotifyOwner({
  listAddresses,
  mailQueue,
}: {
  listAddresses: ListAddresses
  mailQueue: Pick<MailQueue, 'add'>
}): NotifyOwner {
  return async (transaction, user, content, now, also) => {
    const [first] = await listAddresses(transaction, user)
    const language = user.language ?? undefined
    for (const to of new Set([first?.email, also]))
      if (to !== undefined)
        await mailQueue.add(transaction, { ...content, to, language }, { now, expiresAt: now + lifetimeMs })
  }
}
