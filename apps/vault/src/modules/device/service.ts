import type { DeviceInspectResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { maskEmail } from '../../email/maskEmail.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { MailQueue } from '../../mail/createMailQueue.ts'
import type { Blinds } from '../../secrets/createBlinds.ts'
import { type Codes, hashOf } from '../transactions/createCodes.ts'
import { createTransactionStore, type EmailTransaction } from '../transactions/store.ts'
import { createUserStore } from '../users/store.ts'

export type DeviceService = {
  /** What the owner of the mailbox decides about; changes nothing, so that scanners of links approve nothing. */
  inspect(call: { token: string }): Promise<DeviceInspectResponse>
  approve(call: { token: string }): Promise<void>
  /** Ends the sign-in: whoever asked is told, and needs another mail to ask again. */
  refuse(call: { token: string }): Promise<void>
}

/** The page behind a mailed link. */
export function createDeviceService({
  database,
  codes,
  mails,
  audit,
  emailIndexesOf,
  now: clock,
}: Pick<Blinds, 'emailIndexesOf'> & {
  database: Database
  codes: Codes
  mails: MailQueue
  audit: AuditTrail<Tables>
  now: () => number
}): DeviceService {
  async function find(database: Database, token: string): Promise<EmailTransaction> {
    const row = await createTransactionStore({ database }).findByLink(hashOf(token), clock())
    if (!row) throw new HttpProblem('link-invalid')
    return row
  }

  return {
    async inspect({ token }) {
      const row = await find(database, token)
      const { email } = await codes.addressesOf(row)
      return {
        kind: 'sign-in',
        origin: row.origin,
        browser: row.browser,
        system: row.system,
        ...(row.country === null ? {} : { country: row.country }),
        matchCode: row.match_code,
        email: maskEmail(email),
        expiresAt: new Date(row.expires_at).toISOString(),
      }
    },
    async approve({ token }) {
      const before = await find(database, token)
      await inTransaction({
        database,
        locks: [{ key: `transaction ${before.id}` }],
        run: async (transaction) => {
          const now = clock()
          const row = await find(transaction, token)
          // Of two clicks one mails a code.
          if (!(await createTransactionStore({ database: transaction }).approve(hashOf(token), now)))
            throw new HttpProblem('link-invalid')
          await codes.sendCode(transaction, row, now)
        },
      })
      mails.kick()
    },
    async refuse({ token }) {
      const before = await find(database, token)
      await inTransaction({
        database,
        locks: [auditLock, { key: `transaction ${before.id}` }],
        run: async (transaction) => {
          const now = clock()
          const row = await find(transaction, token)
          if (!(await createTransactionStore({ database: transaction }).refuse(hashOf(token), now)))
            throw new HttpProblem('link-invalid')
          const user = await createUserStore({ database: transaction }).findByEmail(
            emailIndexesOf((await codes.addressesOf(row)).email),
          )
          await audit.append({
            event: 'login-refuse',
            userId: user?.id ?? '',
            subject: row.jkt,
            now,
            transaction,
          })
        },
      })
    },
  }
}
