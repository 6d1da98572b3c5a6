import type { LoginRemoveRequest, LoginsRequest, LoginsResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import { maskEmail } from '@portico/server/mail'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import { countDaily } from '../users/countDaily.ts'
import { createIdentityStore } from '../users/createIdentityStore.ts'
import type { ListAddresses } from '../users/createListAddresses.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createUserStore, type User } from '../users/store.ts'
import { requireProven } from './requireProven.ts'

/** Lists and removes the logins of a user. */
export type LoginService = {
  list(call: LoginsRequest & { jkt: string }): Promise<LoginsResponse>
  /** Removes an account at a provider. Repeating the request changes nothing. */
  remove(call: LoginRemoveRequest & { jkt: string; caller: Caller }): Promise<void>
}

/** Logins removed a day, per user. */
const daily = 20

/**
 * Creates the service for the logins of a user. A login is removed only by a device that could also change the address, right after
 * a login that both servers have verified, and never the last one that both servers accept.
 */
export function createLoginService({
  database,
  audit,
  mailQueue,
  requireTrusted,
  listAddresses,
  notifyOwner,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  mailQueue: Pick<MailQueue, 'kick'>
  requireTrusted: RequireTrusted
  listAddresses: ListAddresses
  notifyOwner: NotifyOwner
  now: () => number
}): LoginService {
  /** Removes the account of a user at a provider. Returns whether the user had one. */
  async function removeIdentity(
    transaction: Transaction<Tables>,
    {
      user,
      method,
      jkt,
      caller,
    }: { user: User; method: LoginRemoveRequest['method']; jkt: string; caller: Caller },
    now: number,
  ): Promise<void> {
    const identities = createIdentityStore({ database: transaction })
    const all = await identities.listOf(user.id)
    const removed = all.find(({ provider }) => provider === method)
    if (!removed) return
    // Logins that the gateway has not confirmed yet do not count: they open nothing.
    const hasEmail = user.email_index !== null && user.email_pending === 0
    if (!hasEmail && !all.some((one) => one !== removed && one.confirmed_at !== null))
      throw new Problem('last-login')
    const { browser, system } = caller
    const addresses = await listAddresses(transaction, user)
    const also = addresses.find((address) => address.method === method)?.email
    await notifyOwner(transaction, user, { kind: 'login-removed', method, browser, system }, now, also)
    await identities.remove(removed)
    // Grants of logins with the account, which no longer shows who the person is.
    await createUserStore({ database: transaction }).removeOtherGrants({ userId: user.id, jkt })
    await audit.append({
      event: 'login-remove',
      userId: user.id,
      subject: `${method} ${jkt}`,
      now,
      transaction,
    })
  }

  return {
    async list({ userId, jkt }) {
      const users = createUserStore({ database })
      const [user, device] = [await users.find(userId), await users.findDevice({ userId, jkt })]
      if (!user || !device) throw new Problem('device-unknown')
      const addresses = new Map(
        (await listAddresses(database, user)).map(({ method, email }) => [method, maskEmail(email)]),
      )
      const methods = (await createIdentityStore({ database }).listOf(userId)).map(({ provider }) => provider)
      const all = user.email_index === null ? methods : (['email', ...methods] as const)
      return {
        data: all.map((method) => {
          const label = addresses.get(method)
          return { method, ...(label !== undefined && { label }) }
        }),
      }
    },

    async remove({ userId, method, grant, jkt, caller }) {
      await inTransaction({
        database,
        locks: [auditLock, { key: `logins ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const user = await requireTrusted(transaction, { userId, jkt }, now)
          const proven = await requireProven(transaction, { grant, jkt }, now)
          if (proven.user_id !== userId) throw new Problem('grant-invalid')
          if (method === 'email') throw new Problem('email-required')
          await countDaily(transaction, [{ key: `logins ${userId}`, count: daily }], now)
          await removeIdentity(transaction, { user, method, jkt, caller }, now)
        },
      })
      mailQueue.kick()
    },
  }
}
