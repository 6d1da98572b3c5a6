import { join } from 'node:path'
import { UsageError } from '@portico/server'
import { readBackup } from '../../infra/backup/readBackup.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { readPassphrase } from './readPassphrase.ts'

/** `gateway restore <file>`. */
export const restore: Command = {
  summary: 'restore <file>                  restore a backup into an empty database',
  help: `BACKUP_PASSPHRASE=… npm run gateway -- restore <file> [--json]

Restores a backup into the configured database, which must be empty, and writes the keys: everything or nothing. A
backup of SQLite can be restored into PostgreSQL and vice versa. A backup of an older gateway is migrated.
  BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE   as for backup
  --json                                      {"rows":n}`,
  async run({ args, env, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Give the path of one file.')
    const passphrase = readPassphrase(env)
    const { databaseUrl, dataDir, keysFile = join(dataDir, 'keys.json') } = config
    const database = await openDatabase({ databaseUrl, dataDir, prepare: async () => undefined })
    try {
      const { rows } = await readBackup({ database, keysFile, file, passphrase })
      print(values.json ? JSON.stringify({ rows }) : `Restored ${rows} rows and the keys.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
