import { randomBytes } from 'node:crypto'
import type { DeviceCancelResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { statementLifetimes } from '../../secrets/statementLifetimes.ts'
import { createUserStore, type Device } from '../users/store.ts'
import { createHoldStore } from './store.ts'

/** Makes new devices wait for the recovery secret. */
export type HoldService = {
  /** Starts the wait of a new device. Returns `undefined` if it need not wait. `minHoldMs`: how long it must wait at least. */
  begin(
    transaction: Database,
    device: { userId: string; jkt: string; minHoldMs?: number },
    now: number,
  ): Promise<{ until: string; link: string } | undefined>
  /** Returns when the wait of a device ends, in milliseconds since epoch; undefined if it need not wait. */
  heldUntil(
    device: Pick<Device, 'created_at' | 'min_hold_ms'>,
    options: { isFounding: boolean },
    now: number,
  ): number | undefined
  /**
   * Stops a waiting device, with the token from the mail about it. Returns the statement for the gateway. Repeating the request
   * signs the same statement again, as the gateway may not have got it, until the device logs in again.
   */
  cancel(call: { token: string }): Promise<DeviceCancelResponse>
}

/**
 * Creates the service that makes new devices wait for the recovery secret, if the operator sets HOLD_HOURS, and those that log in with
 * Farcaster always (`farcasterHoldMs`). Until then, the
 * mailed link stops the device: it is removed from the user, and its grant is worthless.
 */
export function createHoldService({
  database,
  audit,
  jose,
  walletOrigin,
  holdMs,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  jose: Jose
  walletOrigin: string
  holdMs: number
  now: () => number
}): HoldService {
  return {
    async begin(transaction, { userId, jkt, minHoldMs = 0 }, now) {
      const user = await createUserStore({ database: transaction }).find(userId)
      const waitMs = Math.max(holdMs, minHoldMs)
      if (waitMs === 0 || user?.founding_jkt === jkt) return undefined
      const token = randomBytes(32).toString('base64url')
      const until = now + waitMs
      await createHoldStore({ database: transaction }).put({
        hash: hashToken(token),
        user_id: userId,
        jkt,
        created_at: now,
        expires_at: until,
      })
      // The token is in the fragment, which is not sent to any server.
      return { until: new Date(until).toISOString(), link: `${walletOrigin}/device#cancel.${token}` }
    },

    heldUntil({ created_at: createdAt, min_hold_ms: minHoldMs }, { isFounding }, now) {
      const until = createdAt + Math.max(holdMs, minHoldMs)
      return isFounding || until <= now ? undefined : until
    },

    async cancel({ token }) {
      const hash = hashToken(token)
      const before = await createHoldStore({ database }).find(hash, clock())
      if (!before) throw new Problem('link-invalid')
      const { user_id: userId, jkt } = before
      const cancelledAt = await inTransaction({
        database,
        // The lock that a release takes, so a release either precedes this or sees the cancelled hold.
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          const holds = createHoldStore({ database: transaction })
          const hold = await holds.find(hash, now)
          if (!hold) throw new Problem('link-invalid')
          if (hold.cancelled_at !== null) return hold.cancelled_at
          await holds.cancel(hash, now)
          await createUserStore({ database: transaction }).removeDevice({ userId, jkt })
          await audit.append({ event: 'hold-cancel', userId, subject: jkt, now, transaction })
          return now
        },
      })
      return {
        statement: await jose.sign({
          type: 'hold-cancelled+jwt',
          claims: { sub: userId, jkt },
          // The gateway ends what is older than the statement: not a later login of the device.
          issuedAt: cancelledAt,
          lifetime: statementLifetimes.link,
        }),
      }
    },
  }
}
