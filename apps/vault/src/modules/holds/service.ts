import { randomBytes } from 'node:crypto'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { hashOf } from '../transactions/createCodes.ts'
import { createUserStore } from '../users/store.ts'
import { createHoldStore } from './store.ts'

export type HoldService = {
  /** Begins to hold a new device back; undefined where it is not held. */
  begin(
    transaction: Database,
    device: { userId: string; jkt: string },
    now: number,
  ): Promise<{ until: string; link: string } | undefined>
  /** What the owner of the mailbox does about a device that is not theirs, while it still waits. */
  cancel(call: { token: string }): Promise<void>
}

/**
 * A device that comes to a wallet by mail alone waits for the recovery secret, where the operator has said so. Meanwhile the
 * mailed link ends it: the device is unknown again, and gets nothing with the grant that it has.
 */
export function createHoldService({
  database,
  audit,
  walletOrigin,
  holdMs,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  walletOrigin: string
  holdMs: number
  now: () => number
}): HoldService {
  return {
    async begin(transaction, { userId, jkt }, now) {
      const user = await createUserStore({ database: transaction }).find(userId)
      if (holdMs === 0 || user?.founding_jkt === jkt) return undefined
      const token = randomBytes(32).toString('base64url')
      const until = now + holdMs
      await createHoldStore({ database: transaction }).put({
        hash: hashOf(token),
        user_id: userId,
        jkt,
        created_at: now,
        expires_at: until,
      })
      // In the fragment: no server and no scanner of links sees it.
      return { until: new Date(until).toISOString(), link: `${walletOrigin}/device#cancel.${token}` }
    },

    async cancel({ token }) {
      const hash = hashOf(token)
      const before = await createHoldStore({ database }).find(hash, clock())
      if (!before) throw new HttpProblem('link-invalid')
      const { user_id: userId, jkt } = before
      await inTransaction({
        database,
        // The same as a release takes: it comes before this or finds the hold cancelled.
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          if (!(await createHoldStore({ database: transaction }).cancel(hash, now)))
            throw new HttpProblem('link-invalid')
          await createUserStore({ database: transaction }).removeDevice({ userId, jkt })
          await audit.append({ event: 'hold-cancel', userId, subject: jkt, now, transaction })
        },
      })
    },
  }
}
