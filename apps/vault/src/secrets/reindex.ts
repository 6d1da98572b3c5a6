import { BaseError } from '@portico/protocol'
import type { Database } from '../database/openVaultDatabase.ts'
import { createUserStore } from '../modules/users/store.ts'
import type { Blinds } from './createBlinds.ts'
import type { Cipher, Place } from './createCipher.ts'

type Row = { id: string; user_id: string; email_index: string; sealed: string; kek_id: string }
type Holder = {
  table: 'users' | 'reverts' | 'transactions'
  key: 'id' | 'hash'
  placeOf: (row: Row) => Omit<Place, 'table'>
  read: (text: string) => string
}

/** Every column with the blind index of an address, beside the address itself under the key ring. */
const holders: readonly Holder[] = [
  { table: 'users', key: 'id', placeOf: ({ id }) => ({ row: id }), read: (email) => email },
  {
    table: 'reverts',
    key: 'hash',
    placeOf: ({ id, user_id }) => ({ row: id, user: user_id }),
    read: (email) => email,
  },
  {
    table: 'transactions',
    key: 'id',
    placeOf: ({ id }) => ({ row: id }),
    read: (text) => (JSON.parse(text) as { email: string }).email,
  },
]

/**
 * Finds addresses that are not indexed under the first pepper and, unless they are only to be counted, indexes them, a batch
 * at a time, while vaults run that know both. It may be stopped at any moment and started again.
 *
 * @returns how many there were.
 * @throws {EnvelopeError} if an address does not open: it was changed, or its key is not in the ring.
 * @throws {BaseError} if two users have one address, and says which.
 */
export async function reindex({
  database,
  cipher,
  blinds: { emailIndexesOf },
  batch = 200,
  dry = false,
}: {
  database: Database
  cipher: Cipher
  blinds: Pick<Blinds, 'emailIndexesOf'>
  batch?: number
  /** Counts only. */
  dry?: boolean
}): Promise<number> {
  let found = 0
  for (const { table, key, placeOf, read } of holders) {
    for (let last = ''; ; ) {
      const rows = (
        (await database
          .selectFrom(table as 'users')
          .selectAll()
          .where(key as 'id', '>', last)
          .orderBy(key as 'id')
          .limit(batch)
          .execute()) as unknown as (Row & { hash: string })[]
      ).map((row) => ({ ...row, id: row[key] }))
      if (rows.length === 0) break
      last = rows.at(-1)?.id ?? ''
      for (const row of rows) {
        const [index] = emailIndexesOf(read(await cipher.open({ table, ...placeOf(row) }, row)))
        if (index === row.email_index) continue
        found++
        if (dry) continue
        try {
          await database
            .updateTable(table as 'users')
            .set({ email_index: index })
            .where(key as 'id', '=', row.id)
            // Whoever has changed the address meanwhile has also indexed it.
            .where('email_index', '=', row.email_index)
            .execute()
        } catch (error) {
          const other = table === 'users' && (await createUserStore({ database }).findByEmail([index]))
          if (!other) throw error
          // Without its cause, in whose words the index stands.
          throw new BaseError(
            `Two users have one address, ${row.id} and ${other.id}: a vault was running that did not know the new pepper. Restart all vaults, keep one of the two for this address (docs/operate.md says how), and run \`peppers reindex\` again.`,
          )
        }
      }
    }
  }
  return found
}
