import { randomUUID } from 'node:crypto'
import type { ExportRequest, ExportResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, createUsageCounter, inTransaction, retryLater } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createAutoStore } from '../auto/store.ts'
import type { HoldService } from '../holds/service.ts'
import { createRequireTrusted } from '../users/createRequireTrusted.ts'

/** Reports exports of the key to the owner. */
export type ExportService = {
  notice(call: ExportRequest & { jkt: string; caller: Caller }): Promise<ExportResponse>
}

/** How long the statement for the gateway is valid: the page hands it over at once. */
const statementSeconds = 120
/** How long the queue tries to send the notice. */
const noticeLifetimeMs = 24 * 3_600_000
const limits = [{ windowMs: 24 * 3_600_000, count: 10 }]

/**
 * Creates the service that mails the owner when a device exports the wallet's key. The gateway releases what an export needs
 * only with the statement of this service, so that no export goes unnoticed. For the words the vault also requires its own
 * proof of the mailbox: a grant of a login whose link was approved.
 */
export function createExportService({
  database,
  cipher,
  jose,
  mailQueue,
  audit,
  holds,
  deviceAgeMs,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  jose: Jose
  mailQueue: MailQueue
  audit: AuditTrail<Tables>
  holds: HoldService
  deviceAgeMs: number
  now: () => number
}): ExportService {
  const requireTrusted = createRequireTrusted({ holds, deviceAgeMs })

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
          const wait = await createUsageCounter({ database: transaction }).take(
            [{ key: `export ${userId}`, limits }],
            now,
          )
          if (wait !== undefined) throw retryLater('rate-limited', wait)
          const to = await cipher.open({ table: 'users', row: userId }, user)
          await mailQueue.add(
            transaction,
            { kind: 'exported', to, what: kind, browser, system },
            { now, expiresAt: now + noticeLifetimeMs },
          )
          await audit.append({ event: `export-${kind}`, userId, subject: jkt, now, transaction })
        },
      })
      mailQueue.kick()
      const statement = await jose.sign({
        type: 'export-noticed+jwt',
        claims: { sub: userId, jkt, kind, jti: randomUUID() },
        lifetime: statementSeconds,
      })
      return { statement }
    },
  }
}
