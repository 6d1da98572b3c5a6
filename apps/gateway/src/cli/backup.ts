import { join } from 'node:path'
import { writeBackup } from '../backup/writeBackup.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { readPassphrase } from './readPassphrase.ts'
import { UsageError } from './UsageError.ts'

/** `gateway backup <file>`. */
export const backup: Command = {
  summary: 'backup <file>                   all tables and the keys, sealed by a passphrase',
  help: `BACKUP_PASSPHRASE=… npm run gateway -- backup <file> [--json]

Writes all tables, as they are at one moment, and the keys into one file, sealed by the passphrase. The gateway may run.
A large PostgreSQL database is better backed up by its own means, see docs/operate.md.
  BACKUP_PASSPHRASE        at least 12 characters, or
  BACKUP_PASSPHRASE_FILE   a file whose first line it is
  --json                   {"file":"…","rows":n}`,
  async run({ args, env, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Name one file.')
    const passphrase = readPassphrase(env)
    const { databaseUrl, dataDir, keysFile = join(dataDir, 'keys.json') } = config
    const database = await openDatabase({ databaseUrl, dataDir })
    try {
      const { rows } = await writeBackup({ database, keysFile, file, passphrase })
      print(values.json ? JSON.stringify({ file, rows }) : `${file} holds ${rows} rows and the keys.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
