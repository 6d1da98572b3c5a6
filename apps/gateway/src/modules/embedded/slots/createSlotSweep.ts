import { createSweep } from '@portico/server'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { sessionLimits } from '../sessions/isLive.ts'

/** Wallets that one run looks at, so that a large table never delays a request for long. */
const walletsPerRun = 500

/**
 * Creates the sweep that deletes the slots of devices whose session has expired or was revoked. Slots of devices that signed
 * out stay: their next login opens the wallet with them. The wallet's epoch stays, so that a login under way is not
 * disturbed. Each run looks at the next wallets, and starts again after the last one.
 */
export function createSlotSweep({ database }: { database: Database }): (now: number) => Promise<void> {
  let after = ''
  return createSweep({
    database,
    run: async (transaction, now) => {
      const wallets = await transaction
        .selectFrom('embedded_wallets')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(walletsPerRun)
        .execute()
      const ids = wallets.map(({ id }) => id)
      after = (ids.length === walletsPerRun && ids.at(-1)) || ''
      if (ids.length === 0) return
      await transaction
        .deleteFrom('wallet_slots')
        .where('wallet_id', 'in', ids)
        .where('kind', '=', 'device')
        .where('signed_out_at', 'is', null)
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('wallet_sessions')
                .select('id')
                .whereRef('wallet_sessions.user_id', '=', 'wallet_slots.user_id')
                .whereRef('wallet_sessions.jkt', '=', 'wallet_slots.jkt')
                .where('revoked_at', 'is', null)
                .where('expires_at', '>', now)
                .where('wallet_sessions.last_used_at', '>', now - sessionLimits.idleMs),
            ),
          ),
        )
        .execute()
    },
  })
}
