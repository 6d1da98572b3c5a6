import { describeEngines as describeEnginesOf, type Engine } from '@portico/server/testing'
import { openDatabase } from '../database/openDatabase.ts'
import type { Tables } from '../database/Tables.ts'

/**
 * The contract suite of a store of the gateway, on SQLite and on PostgreSQL.
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
