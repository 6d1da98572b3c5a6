import type { MoveRequest, MoveResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, createUsageCounter, inTransaction, retryLater } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import type { HoldService } from '../holds/service.ts'
import { createRequireTrusted } from '../users/createRequireTrusted.ts'
import { createUserStore, type Device, type User } from '../users/store.ts'

/** Adds devices that another device of the user vouches for. */
export type MoveService = {
  add(call: MoveRequest & { by: string; caller: Caller }): Promise<MoveResponse>
}

/** How long the statement for the gateway is valid: the old device hands it over at once. */
const statementSeconds = 120
/** How long the queue tries to send the notice. */
const noticeLifetimeMs = 24 * 3_600_000
const limits = [{ windowMs: 24 * 3_600_000, count: 5 }]

/**
 * Creates the service with which a device adds another one, without a mail to prove the address. Only a device may do so
 * that could also change the address: one that is known for long enough or founded the user, and is not held. The vault
 * cannot see whether its session at the gateway is live; the gateway therefore takes the statement only in that session.
 *
 * The new device is as new as any: it waits for the recovery secret for HOLD_HOURS, during which the owner can stop it.
 */
export function createMoveService({
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
}): MoveService {
  const requireTrusted = createRequireTrusted({ holds, deviceAgeMs })

  const heldUntil = ({ founding_jkt }: User, { jkt, created_at: createdAt }: Device, now: number) =>
    holds.heldUntil({ createdAt, isFounding: founding_jkt === jkt }, now)

  async function notifyOwner(
    transaction: Database,
    user: User,
    { jkt, caller: { browser, system } }: { jkt: string; caller: Caller },
    now: number,
  ): Promise<void> {
    const to = await cipher.open({ table: 'users', row: user.id }, user)
    const held = await holds.begin(transaction, { userId: user.id, jkt }, now)
    await mailQueue.add(
      transaction,
      { kind: 'moved', to, browser, system, heldUntil: held?.until, link: held?.link },
      { now, expiresAt: now + noticeLifetimeMs },
    )
  }

  return {
    async add({ userId, jkt, by, caller }) {
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
          const wait = await createUsageCounter({ database: transaction }).take(
            [{ key: `move ${userId}`, limits }],
            now,
          )
          if (wait !== undefined) throw retryLater('rate-limited', wait)
          await users.putDevice({ userId, jkt }, now)
          await notifyOwner(transaction, user, { jkt, caller }, now)
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
        lifetime: statementSeconds,
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
