import { randomBytes } from 'node:crypto'
import type { NoticeContent } from '@portico/protocol/gateway'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'

/** How long a notice is sent again while the vault cannot be reached. */
const lifetimeMs = 7 * 24 * 3_600_000

/** Adds a notice for the vault as part of a transaction: it is sent if and only if the transaction commits. */
export async function addNotice(
  transaction: Transaction<Tables>,
  content: NoticeContent,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('vault_notices')
    .values({
      id: randomBytes(16).toString('base64url'),
      content: JSON.stringify(content),
      attempts: 0,
      next_at: now,
      expires_at: now + lifetimeMs,
    })
    .execute()
}
