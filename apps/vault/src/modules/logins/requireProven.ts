import type { Database } from '../../database/openVaultDatabase.ts'
import { Problem } from '../../problems/Problem.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createAutoStore, type Grant } from '../auto/store.ts'

/**
 * Returns the grant of a login of this key in the last ten minutes in which both servers have verified the person, each by its own
 * proof. A grant that only the gateway's statement made valid is not enough: the gateway alone could state it.
 *
 * @throws {Problem} `grant-invalid`
 */
export async function requireProven(
  database: Database,
  { grant, jkt }: { grant: string; jkt: string },
  now: number,
): Promise<Grant> {
  const found = await createAutoStore({ database }).findGrant({ hash: hashToken(grant), jkt }, now)
  if (found?.by_link !== 1 || found.activated_at === null) throw new Problem('grant-invalid')
  return found
}
