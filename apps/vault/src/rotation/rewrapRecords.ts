import type { Database } from '../database/openVaultDatabase.ts'
import type { Cipher, Place } from '../secrets/createCipher.ts'

type Row = Record<string, string>
type SealedTable = {
  table: Place['table']
  key: readonly string[]
  placeOf: (row: Row) => Omit<Place, 'table'>
}

/** The tables with a column encrypted under the key ring. */
const sealedTables: readonly SealedTable[] = [
  { table: 'users', key: ['id'], placeOf: ({ id = '' }) => ({ row: id }) },
  {
    table: 'autos',
    key: ['user_id', 'wallet_id', 'slot_id'],
    placeOf: ({ user_id = '', wallet_id = '', slot_id = '' }) => ({
      row: wallet_id,
      user: user_id,
      slot: slot_id,
    }),
  },
  {
    table: 'reverts',
    key: ['hash', 'user_id'],
    placeOf: ({ hash = '', user_id = '' }) => ({ row: hash, user: user_id }),
  },
  { table: 'transactions', key: ['id'], placeOf: ({ id = '' }) => ({ row: id }) },
  { table: 'mails', key: ['id'], placeOf: ({ id = '' }) => ({ row: id }) },
  {
    table: 'identities',
    key: ['user_id', 'provider'],
    placeOf: ({ user_id = '', provider = '' }) => ({ row: provider, user: user_id }),
  },
  { table: 'socials', key: ['tx'], placeOf: ({ tx = '' }) => ({ row: tx }) },
]

/**
 * Re-encrypts all records under the primary key, in batches, while vaults run. It may be interrupted at any time and
 * restarted. Only data keys are decrypted and wrapped again, never the values. Returns the number of re-encrypted records;
 * at that moment none is left under another key.
 *
 * @throws {EnvelopeError} if a record does not decrypt: it was changed, or its key is not in the ring.
 */
export async function rewrapRecords({
  database,
  cipher,
  batch = 200,
  onBatch,
}: {
  database: Database
  cipher: Cipher
  batch?: number
  onBatch?: (done: number) => void
}): Promise<number> {
  let done = 0
  for (const { table, key, placeOf } of sealedTables) {
    for (;;) {
      const rows = (await database
        .selectFrom(table)
        .selectAll()
        .where('kek_id', '!=', cipher.primary())
        .limit(batch)
        .execute()) as unknown as (Row & { sealed: string; kek_id: string })[]
      if (rows.length === 0) break
      for (const row of rows) {
        const next = await cipher.rewrap({ table, ...placeOf(row) }, row)
        let update = database.updateTable(table).set(next).where('sealed', '=', row.sealed)
        for (const column of key) update = update.where(column as 'sealed', '=', row[column] as string)
        // A record that was changed meanwhile is found again in the next batch.
        const { numUpdatedRows } = await update.executeTakeFirst()
        done += Number(numUpdatedRows)
      }
      onBatch?.(done)
    }
  }
  return (await countOthers({ database, kekId: cipher.primary() })) === 0
    ? done
    : done + (await rewrapRecords({ database, cipher, batch, ...(onBatch ? { onBatch } : {}) }))
}

/** Counts the records under other keys than this one. */
async function countOthers({ database, kekId }: { database: Database; kekId: string }): Promise<number> {
  const counts = await countByKey({ database })
  return [...counts].reduce((sum, [id, count]) => (id === kekId ? sum : sum + count), 0)
}

/** Counts the records under each key. */
export async function countByKey({ database }: { database: Database }): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table } of sealedTables) {
    const rows = await database
      .selectFrom(table)
      .select(['kek_id', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('kek_id')
      .execute()
    for (const { kek_id, count } of rows) counts.set(kek_id, (counts.get(kek_id) ?? 0) + Number(count))
  }
  return counts
}
