import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { lifetimeMs } from '../introductions/introductionLimits.ts'

/**
 * Ends the logins of a device key that wait for the code of a new key, and its social logins, whose user is known only at their
 * end; those started before a time if one is given. Codes of six digits need no end: they are refused once the key is not
 * introduced any more.
 */
export async function endLogins({
  transaction,
  userId,
  jkt,
  before = Number.MAX_SAFE_INTEGER - lifetimeMs,
  now,
}: {
  transaction: Transaction<Tables>
  userId: string
  jkt: string
  before?: number
  now: number
}): Promise<void> {
  // The rows stay, as they make the vault's assertions single-use.
  await transaction
    .updateTable('introductions')
    .set({ used_at: now, code_mac: null, sealed: '' })
    .where('jkt', '=', jkt)
    .where(({ eb, and, or }) =>
      or([eb('sub', '=', userId), and([eb('sub', 'is', null), eb('way', '!=', 'email')])]),
    )
    .where('format', '!=', 'digits')
    .where('used_at', 'is', null)
    .where('expires_at', '<', before + lifetimeMs)
    .execute()
}
