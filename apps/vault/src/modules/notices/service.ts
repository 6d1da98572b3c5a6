import type { NoticeRequest } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, createUsageCounter, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { GatewayStatements } from '../statements/createGatewayStatements.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createUserStore, type User } from '../users/store.ts'

/** Takes notices of the gateway. */
export type NoticeService = {
  /** Repeating a notice changes nothing. */
  receive(call: NoticeRequest): Promise<void>
}

const day = 24 * 3_600_000
/** How long the gateway may repeat a notice, and a day. */
const repeatMs = 8 * day
/** Mails a day and user: a compromised gateway must not flood a mailbox. */
const limits = [{ windowMs: day, count: 10 }]

/**
 * Creates the service for what only the gateway sees and the vault must know: that a recovery code has opened a wallet, of
 * which the owner is mailed, and that the owner has ended a device, which is then as new as any other at its next login.
 */
export function createNoticeService({
  database,
  mailQueue,
  audit,
  statements,
  notifyOwner,
  now: clock,
}: {
  database: Database
  mailQueue: Pick<MailQueue, 'kick'>
  audit: AuditTrail<Tables>
  statements: Pick<GatewayStatements, 'readNotice'>
  notifyOwner: NotifyOwner
  now: () => number
}): NoticeService {
  async function mailOwner(
    transaction: Database,
    user: User,
    { browser, system }: { browser: string; system: string },
    now: number,
  ): Promise<void> {
    const uses = [{ key: `code used ${user.id}`, limits }]
    if ((await createUsageCounter({ database: transaction }).take(uses, now)) !== undefined) return
    await notifyOwner(transaction, user, { kind: 'code-used', browser, system }, now)
  }

  return {
    async receive({ statement }) {
      const notice = await statements.readNotice(statement)
      const { sub: userId, jti, event } = notice
      await inTransaction({
        database,
        // The lock that a release takes, so a release either precedes the end of its device or fails.
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const counter = createUsageCounter({ database: transaction })
          if (!(await counter.takeOnce({ key: `notice ${jti}`, now, expiresAt: now + repeatMs }))) return
          const users = createUserStore({ database: transaction })
          const user = await users.find(userId)
          if (!user) return
          if (notice.event === 'code-used') await mailOwner(transaction, user, notice, now)
          else await users.removeDevice({ userId, jkt: notice.jkt })
          const subject = notice.event === 'code-used' ? '' : notice.jkt
          await audit.append({ event, userId, subject, now, transaction })
        },
      })
      mailQueue.kick()
    },
  }
}
