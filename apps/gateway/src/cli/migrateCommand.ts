import { migrate, pendingMigrations } from '../database/migrate.ts'
import { openDatabase } from '../database/openDatabase.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'

/** `gateway migrate`: brings the tables up to date before the gateway starts, or says what is missing. */
export const migrateCommand: Command = {
  summary: 'migrate [--check]               brings the tables up to date, or says whether they are',
  help: `npm run gateway -- migrate [--check] [--json]

Brings the tables up to date. The gateway does so itself when it starts; this is for those who want it done before.
  --check   changes nothing; exit code 1 if something is missing
  --json    {"pending":[…]} or {"applied":[…]}`,
  async run({ args, config, print }) {
    const { values } = parseArguments(args, { check: { type: 'boolean' }, json: { type: 'boolean' } })
    const { databaseUrl, dataDir } = config
    const database = await openDatabase({ databaseUrl, dataDir, prepare: async () => undefined })
    try {
      if (values.check) {
        const pending = await pendingMigrations({ database })
        const text = pending.length === 0 ? 'The tables are up to date.' : `Missing: ${pending.join(', ')}.`
        print(values.json ? JSON.stringify({ pending }) : text)
        return pending.length === 0 ? 0 : 1
      }
      const applied = await migrate({ database, now: Date.now })
      const text = applied.length === 0 ? 'The tables were up to date.' : `Applied: ${applied.join(', ')}.`
      print(values.json ? JSON.stringify({ applied }) : text)
      return 0
    } finally {
      await database.destroy()
    }
  },
}
