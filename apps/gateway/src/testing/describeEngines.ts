import { describeEngines as describeEnginesOf, type Engine } from '@portico/server/testing'
import { openDatabase } from '../infra/database/openDatabase.ts'
import type { Tables } from '../infra/database/Tables.ts'

/**
 * Runs a suite of a store on SQLite and on PostgreSQL.
 *
 * @example
 * await describeEngines('createAuthStore', ({ open }) => {
 *   test('behavior: …', async () => {
 *     const store = createAuthStore({ database: await open() })
 *   })
 * })
 */
export function describeEngines(name: string, suite: (engine: Engine<Tables>) => void): Promise<void> {
  return describeEnginesOf({ name, openDatabase, suite })
}
