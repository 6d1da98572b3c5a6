import { BaseError } from '@portico/protocol'
import type { Database } from '../database/openVaultDatabase.ts'
import { createIdentityStore, type IdentityContent } from '../modules/users/createIdentityStore.ts'
import type { BlindIndexes } from '../secrets/createBlindIndexes.ts'
import type { Cipher } from '../secrets/createCipher.ts'

/**
 * Indexes all identities under the first pepper, in batches, as `reindexEmails` does for addresses. Returns how many were not
 * indexed under the first pepper.
 *
 * @throws {EnvelopeError} if an identity does not decrypt: it was changed, or its key is not in the ring.
 * @throws {BaseError} if two users have the same identity; the message contains their IDs.
 */
export async function reindexIdentities({
  database,
  cipher,
  blindIndexes: { identityIndexesOf },
  batch = 200,
  dry = false,
}: {
  database: Database
  cipher: Cipher
  blindIndexes: Pick<BlindIndexes, 'identityIndexesOf'>
  batch?: number
  /** Only counts. */
  dry?: boolean
}): Promise<number> {
  let found = 0
  for (let [user, last] = ['', '']; ; ) {
    const rows = await database
      .selectFrom('identities')
      .selectAll()
      .where(({ eb, and, or }) =>
        or([
          eb('user_id', '>', user),
          and([eb('user_id', '=', user), eb('provider', '>', last as 'google')]),
        ]),
      )
      .orderBy('user_id')
      .orderBy('provider')
      .limit(batch)
      .execute()
    for (const row of rows) {
      const { user_id, provider, ix } = row
      ;[user, last] = [user_id, provider]
      const place = { table: 'identities', row: provider, user: user_id } as const
      const { subject } = JSON.parse(await cipher.open(place, row)) as IdentityContent
      const [index] = identityIndexesOf({ provider, subject })
      if (index === ix) continue
      found++
      if (dry) continue
      try {
        await database.updateTable('identities').set({ ix: index }).where('ix', '=', ix).execute()
      } catch (error) {
        const other = await createIdentityStore({ database }).find([index])
        if (!other) throw error
        // Leave out the cause, whose message contains the index.
        throw new BaseError(
          `Two users have the same account at ${provider}, ${user_id} and ${other.user_id}: a vault was running without the new pepper. Restart all vaults, keep one of the two users (see docs/operate.md), and run \`peppers reindex\` again.`,
        )
      }
    }
    if (rows.length < batch) return found
  }
}
