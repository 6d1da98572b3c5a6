import { randomUUID } from 'node:crypto'
import type { ExportRequest, ExportResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import { requireProven } from '../logins/requireProven.ts'
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
 * proof: a grant of a login whose link was approved, or with an account at a provider.
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
  /** Throws unless both servers have verified the person in the login of the grant. */
  async function requireLogin(
    transaction: Database,
    { userId, jkt, grant = '' }: { userId: string; jkt: string; grant: string | undefined },
    now: number,
  ): Promise<void> {
    const proven = await requireProven(transaction, { grant, jkt }, now)
    if (proven.user_id !== userId) throw new Problem('grant-invalid')
  }

  return {
    async notice({ userId, kind, grant, jkt, caller: { browser, system } }) {
      await inTransaction({
        database,
        locks: [auditLock, { key: `export ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const user = await requireTrusted(transaction, { userId, jkt }, now)
          if (kind === 'words') await requireLogin(transaction, { userId, jkt, grant }, now)
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
