import type { MoveRequest, MoveResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import type { RequireTrusted } from '../holds/createRequireTrusted.ts'
import type { HoldService } from '../holds/service.ts'
import { countDaily } from '../users/countDaily.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createUserStore, type Device, type User } from '../users/store.ts'

/** Adds devices that another device of the user vouches for. */
export type MoveService = {
  add(call: MoveRequest & { by: string; caller: Caller }): Promise<MoveResponse>
}

/** Moves a day. Per device, so that one with nothing but its key cannot use up those of the owner's other devices. */
const daily = { device: 5, user: 15 }

/**
 * Creates the service with which a device adds another one, without a mail to prove the address. Only a device may do so
 * that could also change the address: one that is known for long enough or founded the user, and is not held. The vault
 * cannot see whether its session at the gateway is live; the gateway therefore takes the statement only in that session.
 *
 * The new device is as new as any: it waits for the recovery secret for HOLD_HOURS, during which the owner can stop it.
 */
export function createMoveService({
  database,
  jose,
  mailQueue,
  audit,
  holds,
  requireTrusted,
  notifyOwner,
  now: clock,
}: {
  database: Database
  jose: Jose
  mailQueue: Pick<MailQueue, 'kick'>
  audit: AuditTrail<Tables>
  holds: HoldService
  requireTrusted: RequireTrusted
  notifyOwner: NotifyOwner
  now: () => number
}): MoveService {
  const heldUntil = ({ founding_jkt }: User, device: Device, now: number) =>
    holds.heldUntil(device, { isFounding: founding_jkt === device.jkt }, now)

  return {
    async add({ userId, jkt, by, caller: { browser, system } }) {
      const { user, device, now } = await inTransaction({
        database,
        locks: [auditLock, { key: `move ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const user = await requireTrusted(transaction, { userId, jkt: by }, now)
          const users = createUserStore({ database: transaction })
          // A retry, or a device that has logged in before: nothing changes.
          const known = await users.findDevice({ userId, jkt })
          if (known) return { user, device: known, now }
          const uses = [
            { key: `move ${userId} ${by}`, count: daily.device },
            { key: `move ${userId}`, count: daily.user },
          ]
          await countDaily(transaction, uses, now)
          await users.putDevice({ userId, jkt }, now)
          const held = await holds.begin(transaction, { userId, jkt }, now)
          const content = {
            kind: 'moved' as const,
            browser,
            system,
            heldUntil: held?.until,
            link: held?.link,
          }
          await notifyOwner(transaction, user, content, now)
          await audit.append({ event: 'device-move', userId, subject: `${by} ${jkt}`, now, transaction })
          const device = await users.findDevice({ userId, jkt })
          if (!device) throw new Error('the added device does not exist')
          return { user, device, now }
        },
      })
      mailQueue.kick()
      const until = heldUntil(user, device, now)
      const deviceSince = user.founding_jkt === jkt ? 0 : Math.floor(device.created_at / 1000)
      const statement = await jose.sign({
        type: 'device-added+jwt',
        lifetime: statementLifetimes.direct,
        claims: {
          sub: userId,
          jkt,
          by,
          deviceSince,
          ...(until === undefined ? {} : { heldUntil: Math.ceil(until / 1000) }),
        },
      })
      return { statement }
    },
  }
}
