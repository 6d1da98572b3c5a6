import { BaseError } from '@portico/protocol'
import type { Database } from '../database/openVaultDatabase.ts'
import { createUserStore } from '../modules/users/store.ts'
import type { BlindIndexes } from '../secrets/createBlindIndexes.ts'
import type { Cipher, Place } from '../secrets/createCipher.ts'

type Row = { id: string; user_id: string; email_index: string | null; sealed: string; kek_id: string }
type AddressColumn = {
  table: 'users' | 'reverts' | 'transactions'
  key: 'id' | 'hash'
  placeOf: (row: Row) => Omit<Place, 'table'>
  read: (text: string) => string
}

/** The tables with a blind index of an address beside the encrypted address. */
const addressColumns: readonly AddressColumn[] = [
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
 * Indexes all addresses under the first pepper, in batches, while vaults run that know both peppers. It may be interrupted at
 * any time and restarted. Returns how many addresses were not indexed under the first pepper.
 *
 * @throws {EnvelopeError} if an address does not decrypt: it was changed, or its key is not in the ring.
 * @throws {BaseError} if two users have the same address; the message contains their IDs.
 */
export async function reindexEmails({
  database,
  cipher,
  blindIndexes: { emailIndexesOf },
  batch = 200,
  dry = false,
}: {
  database: Database
  cipher: Cipher
  blindIndexes: Pick<BlindIndexes, 'emailIndexesOf'>
  batch?: number
  /** Only counts. */
  dry?: boolean
}): Promise<number> {
  let found = 0
  for (const { table, key, placeOf, read } of addressColumns) {
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
        // A user without an address.
        if (row.email_index === null) continue
        const [index] = emailIndexesOf(read(await cipher.open({ table, ...placeOf(row) }, row)))
        if (index === row.email_index) continue
        found++
        if (dry) continue
        try {
          await database
            .updateTable(table as 'users')
            .set({ email_index: index })
            .where(key as 'id', '=', row.id)
            // Skip a row whose address was changed meanwhile: it is indexed already.
            .where('email_index', '=', row.email_index)
            .execute()
        } catch (error) {
          const other = table === 'users' && (await createUserStore({ database }).findByEmail([index]))
          if (!other) throw error
          // Leave out the cause, whose message contains the index.
          throw new BaseError(
            `Two users have the same address, ${row.id} and ${other.id}: a vault was running without the new pepper. Restart all vaults, keep one of the two users (see docs/operate.md), and run \`peppers reindex\` again.`,
          )
        }
      }
    }
  }
  return found
}
