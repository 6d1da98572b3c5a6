import type { Config } from '../../infra/config/Config.ts'
import type { Database } from '../../infra/database/openDatabase.ts'
import { agreeOnKeys } from './agreeOnKeys.ts'
import { type Keys, loadKeys } from './loadKeys.ts'

/**
 * Loads the gateway's secrets and checks that all gateways on the same database use the same ones.
 *
 * @throws {DatabaseError} if the secrets cannot be read, or differ from those of the other gateways.
 */
export async function openKeys({
  config: { dataDir, keysFile: file, databaseUrl },
  database,
}: {
  config: Pick<Config, 'dataDir' | 'keysFile' | 'databaseUrl'>
  database: Database
}): Promise<Keys> {
  const keys = await loadKeys({ dataDir, file })
  // An SQLite file belongs to one data folder; a database server may have several gateways.
  if (databaseUrl !== undefined) await agreeOnKeys({ database, keys })
  return keys
}
