import { randomUUID } from 'node:crypto'
import type { ExportRequest, ExportResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import { createAutoStore } from '../auto/store.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import { countDaily } from '../users/countDaily.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'

/** Reports exports of the key to the owner. */
export type ExportService = {
  notice(call: ExportRequest & { jkt: string; caller: Caller }): Promise<ExportResponse>
}

/** Exports a day. Per device, so that one with nothing but its key cannot use up those of the owner's other devices. */
const daily = { device: 10, user: 30 }

/**
 * Creates the service that mails the owner when a device exports the wallet's key. The gateway releases what an export needs
 * only with the statement of this service, so that no export goes unnoticed. For the words the vault also requires its own
 * proof of the mailbox: a grant of a login whose link was approved.
 */
export function createExportService({
  database,
  jose,
  mailQueue,
  audit,
  requireTrusted,
  notifyOwner,
  now: clock,
}: {
  database: Database
  jose: Jose
  mailQueue: Pick<MailQueue, 'kick'>
  audit: AuditTrail<Tables>
  requireTrusted: RequireTrusted
  notifyOwner: NotifyOwner
  now: () => number
}): ExportService {
  /** Throws unless the mailbox was proven in the login of the grant, which both servers have confirmed. */
  async function requireLink(
    transaction: Database,
    { userId, jkt, grant }: { userId: string; jkt: string; grant: string | undefined },
    now: number,
  ): Promise<void> {
    const hash = hashToken(grant ?? '')
    const found = await createAutoStore({ database: transaction }).findGrant({ hash, jkt }, now)
    const isProven = found?.user_id === userId && found.by_link === 1 && found.activated_at !== null
    if (!isProven) throw new Problem('grant-invalid')
  }

  return {
    async notice({ userId, kind, grant, jkt, caller: { browser, system } }) {
      await inTransaction({
        database,
        locks: [auditLock, { key: `export ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const user = await requireTrusted(transaction, { userId, jkt }, now)
          if (kind === 'words') await requireLink(transaction, { userId, jkt, grant }, now)
          const uses = [
            { key: `export ${userId} ${jkt}`, count: daily.device },
            { key: `export ${userId}`, count: daily.user },
          ]
          await countDaily(transaction, uses, now)
          await notifyOwner(transaction, user, { kind: 'exported', what: kind, browser, system }, now)
          await audit.append({ event: `export-${kind}`, userId, subject: jkt, now, transaction })
        },
      })
      mailQueue.kick()
      const statement = await jose.sign({
        type: 'export-noticed+jwt',
        claims: { sub: userId, jkt, kind, jti: randomUUID() },
        lifetime: statementLifetimes.direct,
      })
      return { statement }
    },
  }
}
