import type { WalletLoginsResponse } from '@portico/protocol/gateway'
import type { LoginMethod } from '@portico/protocol/social'
import type { AuditTrail } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import type { WalletDevices } from '../devices/service.ts'
import { createLoginRecords } from '../identities/createLoginRecords.ts'
import type { RequireFreshLogin } from '../sessions/createRequireFreshLogin.ts'
import type { WalletSession } from '../sessions/store.ts'

/** Creates the service that lists and removes the logins of a user. They are added by an introduction, see `admit`. */
export function createWalletLogins({
  database,
  audit,
  devices,
  requireFreshLogin,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  devices: Pick<WalletDevices, 'requireTrusted'>
  requireFreshLogin: RequireFreshLogin
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })

  return {
    async list({ userId }: Pick<WalletSession, 'userId'>): Promise<WalletLoginsResponse> {
      const rows = await createLoginRecords({ transaction: database }).list(userId)
      return {
        data: rows.map(({ way, created_at }) => ({
          method: way as LoginMethod,
          since: new Date(created_at).toISOString(),
        })),
      }
    },

    /**
     * Removes a login, and ends the other sessions that it opened: whoever has the account must not stay. Repeating the request
     * changes nothing.
     *
     * @throws {Problem} `wallet-page-only`, `device-held`, `device-too-new`, `introduction-required`, `login-too-old`,
     * `email-required` or `last-login`
     */
    async remove({ session, method }: { session: WalletSession; method: LoginMethod }): Promise<void> {
      await requireFreshLogin(session)
      await devices.requireTrusted(session)
      if (method === 'email') throw new Problem('email-required')
      const { userId, jkt, id } = session
      await inAuditedTransaction(
        async (transaction, note) => {
          const now = clock()
          const logins = createLoginRecords({ transaction })
          const all = await logins.list(userId)
          if (!all.some(({ way }) => way === method)) return
          if (all.length === 1) throw new Problem('last-login')
          await logins.remove({ userId, way: method, except: id, now })
          await note({ event: 'login-removed', userId, subject: `${method} ${jkt}`, now })
        },
        [{ key: `user ${userId}` }],
      )
    },
  }
}
