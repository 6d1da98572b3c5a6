import { join } from 'node:path'
import { UsageError } from '@portico/server'
import { writeBackup } from '../../infra/backup/writeBackup.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { readPassphrase } from './readPassphrase.ts'

/** `gateway backup <file>`. */
export const backup: Command = {
  summary: 'backup <file>                   write all tables and the keys to an encrypted file',
  help: `BACKUP_PASSPHRASE=… npm run gateway -- backup <file> [--json]

Writes a consistent snapshot of all tables and the keys to one file, encrypted with the passphrase. The gateway may be
running. For a large PostgreSQL database use PostgreSQL's own tools, see docs/operate.md.
  BACKUP_PASSPHRASE        the passphrase, at least 12 characters, or
  BACKUP_PASSPHRASE_FILE   a file whose first line is the passphrase
  --json                   {"file":"…","rows":n}`,
  async run({ args, env, config, print }) {
    const { values, positionals } = parseArguments(args, { json: { type: 'boolean' } })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new UsageError('Give the path of one file.')
    const passphrase = readPassphrase(env)
    const { databaseUrl, dataDir, keysFile = join(dataDir, 'keys.json') } = config
    const database = await openDatabase({ databaseUrl, dataDir })
    try {
      const { rows } = await writeBackup({ database, keysFile, file, passphrase })
      print(values.json ? JSON.stringify({ file, rows }) : `Wrote ${rows} rows and the keys to ${file}.`)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
