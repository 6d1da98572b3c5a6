import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Servers } from './startServers.ts'

/**
 * Deletes the gateway's count of wrong codes, so that codes stay short in a drill with many owners. It favours the attacker,
 * who could guess more often than the gateway tolerates.
 */
export function forgetGuesses({ dataDir }: Pick<Servers, 'dataDir'>): void {
  const database = new DatabaseSync(join(dataDir, 'gateway/gateway.sqlite'), { timeout: 10_000 })
  database.exec('delete from code_failures')
  database.close()
}
