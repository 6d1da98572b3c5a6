import type { IdentityBatch } from '@portico/protocol/vault'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Cipher } from '../../secrets/createCipher.ts'

/**
 * Returns all users that have e-mail addresses, in batches. The last batch has fewer users than the others, and may be
 * empty. Users who are added meanwhile may be missing.
 *
 * @throws {EnvelopeError} if an address does not decrypt: it was changed, or its key is not in the ring.
 */
export async function* listIdentities({
  database,
  cipher,
  size,
}: {
  database: Database
  cipher: Pick<Cipher, 'open'>
  /** Users per batch. */
  size: number
}): AsyncGenerator<{ users: IdentityBatch['users']; isLast: boolean }> {
  for (let after = ''; ; ) {
    const rows = await database
      .selectFrom('users')
      .selectAll()
      .where('id', '>', after)
      .where('email_index', 'is not', null)
      .orderBy('id')
      .limit(size)
      .execute()
    const users = await Promise.all(
      rows.map(async (row) => ({
        userId: row.id,
        email: await cipher.open({ table: 'users', row: row.id }, row),
      })),
    )
    const isLast = rows.length < size
    yield { users, isLast }
    if (isLast) return
    after = rows.at(-1)?.id ?? ''
  }
}
