import { migrate, pendingMigrations } from '../../infra/database/migrate.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'

/** `gateway migrate`: applies pending migrations before the gateway starts, or lists them. */
export const migrateCommand: Command = {
  summary: 'migrate [--check]               apply the pending database migrations, or list them',
  help: `npm run gateway -- migrate [--check] [--json]

Applies the pending database migrations. The gateway also does this when it starts; use this command to do it before.
  --check   only list the pending migrations; exit code 1 if there are any
  --json    {"pending":[…]} or {"applied":[…]}`,
  async run({ args, config, print }) {
    const { values } = parseArguments(args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
    const { databaseUrl, dataDir } = config
    const database = await openDatabase({ databaseUrl, dataDir, prepare: async () => undefined })
    try {
      if (values.check) {
        const pending = await pendingMigrations({ database })
        const text = pending.length === 0 ? 'No migrations are pending.' : `Pending: ${pending.join(', ')}.`
        print(values.json ? JSON.stringify({ pending }) : text)
        return pending.length === 0 ? 0 : 1
      }
      const applied = await migrate({ database, now: Date.now })
      const text = applied.length === 0 ? 'No migrations were pending.' : `Applied: ${applied.join(', ')}.`
      print(values.json ? JSON.stringify({ applied }) : text)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
