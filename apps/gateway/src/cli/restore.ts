import { join } from 'node:path'
import { readBackup } from '../backup/readBackup.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { readPassphrase } from './readPassphrase.ts'
import { UsageError } from './UsageError.ts'

/** `gateway restore <file>`. */
export const restore: Command = {
  summary: 'restore <file>                  puts a backup into an empty database',
  help: `BACKUP_PASSPHRASE=… npm run gateway -- restore <file> [--json]

Puts a backup into the empty database of the environment (SQLite or PostgreSQL, whatever it came from) and the keys
beside it: all of it or nothing. A backup of an older gateway is brought up to date.
  BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE   as for backup
  --json                                      {"rows":n}`,
  async run({ args, env, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Name one file.')
    const passphrase = readPassphrase(env)
    const { databaseUrl, dataDir, keysFile = join(dataDir, 'keys.json') } = config
    const database = await openDatabase({ databaseUrl, dataDir, prepare: async () => undefined })
    try {
      const { rows } = await readBackup({ database, keysFile, file, passphrase })
      print(values.json ? JSON.stringify({ rows }) : `${rows} rows and the keys are back.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
