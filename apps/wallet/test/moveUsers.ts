import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Servers } from './startServers.ts'

/** Gives users other addresses in the vault's database, as an attacker who runs code on the vault can. */
export async function moveUsers(
  servers: Servers,
  moves: readonly { userId: string; email: string }[],
): Promise<void> {
  const file = join(servers.dataDir, 'moves.json')
  writeFileSync(file, JSON.stringify(moves))
  await servers.run('vault', [file], 'test/moveUsers.ts').output
}
