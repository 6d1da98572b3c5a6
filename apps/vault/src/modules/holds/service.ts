import { randomBytes } from 'node:crypto'
import type { DeviceCancelResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createUserStore } from '../users/store.ts'
import { createHoldStore } from './store.ts'

/** How long the page behind the mailed link may hand the statement to the gateway. */
export const statementSeconds = 600

/** Makes new devices wait for the recovery secret. */
export type HoldService = {
  /** Starts the wait of a new device. Returns `undefined` if it need not wait. */
  begin(
    transaction: Database,
    device: { userId: string; jkt: string },
    now: number,
  ): Promise<{ until: string; link: string } | undefined>
  /** Returns when the wait of a device ends, in milliseconds since epoch; undefined if it need not wait. */
  heldUntil(device: { createdAt: number; isFounding: boolean }, now: number): number | undefined
  /** Stops a waiting device, with the token from the mail about it. Returns the statement for the gateway. */
  cancel(call: { token: string }): Promise<DeviceCancelResponse>
}

/**
 * Creates the service that makes new devices wait for the recovery secret, if the operator sets HOLD_HOURS. Until then, the
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
    async begin(transaction, { userId, jkt }, now) {
      const user = await createUserStore({ database: transaction }).find(userId)
      if (holdMs === 0 || user?.founding_jkt === jkt) return undefined
      const token = randomBytes(32).toString('base64url')
      const until = now + holdMs
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

    heldUntil({ createdAt, isFounding }, now) {
      const until = createdAt + holdMs
      return isFounding || until <= now ? undefined : until
    },

    async cancel({ token }) {
      const hash = hashToken(token)
      const before = await createHoldStore({ database }).find(hash, clock())
      if (!before) throw new Problem('link-invalid')
      const { user_id: userId, jkt } = before
      await inTransaction({
        database,
        // The lock that a release takes, so a release either precedes this or sees the cancelled hold.
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          if (!(await createHoldStore({ database: transaction }).cancel(hash, now)))
            throw new Problem('link-invalid')
          await createUserStore({ database: transaction }).removeDevice({ userId, jkt })
          await audit.append({ event: 'hold-cancel', userId, subject: jkt, now, transaction })
        },
      })
      const claims = { sub: userId, jkt }
      return {
        statement: await jose.sign({ type: 'hold-cancelled+jwt', claims, lifetime: statementSeconds }),
      }
    },
  }
}
