import type { Database } from '../../../infra/database/openDatabase.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { createIntroductionStore, type Introduction } from './createIntroductionStore.ts'

/**
 * Returns an introduction that belongs to a key and is not over. `database` may be a transaction.
 *
 * @throws {Problem} `introduction-expired`
 */
export async function findOwnIntroduction({
  database,
  id,
  jkt,
  now,
}: {
  database: Database
  id: string
  jkt: string
  now: number
}): Promise<Introduction> {
  const row = await createIntroductionStore({ database }).find(id)
  if (!row || row.jkt !== jkt || row.used_at !== null || row.expires_at <= now)
    throw new Problem('introduction-expired')
  return row
}
