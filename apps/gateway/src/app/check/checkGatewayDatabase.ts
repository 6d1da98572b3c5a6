import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase } from '@portico/server'
import { checkFolder, describeDatabase, type Outcome } from '@portico/server/checks'
import type { Config } from '../../infra/config/Config.ts'
import { migrations } from '../../infra/database/migrations.ts'
import { type Database, openDatabase } from '../../infra/database/openDatabase.ts'
import { loadKeys } from '../../modules/auth/loadKeys.ts'

/** Connects to the database and compares its state with this gateway's: migrations, keys, clock, projects. */
export async function checkGatewayDatabase(config: Config): Promise<readonly Outcome[]> {
  const { databaseUrl, dataDir } = config
  const file = join(dataDir, 'gateway.sqlite')
  if (databaseUrl === undefined && !existsSync(file)) {
    const folder = await checkFolder(dataDir)
    return [folder, countProjects({ config, stored: 0 })]
  }
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    connections: 1,
    prepare: async () => undefined,
  })
  try {
    const facts = await checkDatabase({ database, migrations })
    return [
      ...describeDatabase(facts, { databaseUrl, file }),
      ...(await findDifferentKeys({ database, config })),
      countProjects({ config, stored: await countStored(database) }),
    ]
  } finally {
    await database.destroy()
  }
}

/** The gateways on one database must have the same keys (`agreeOnKeys`). */
async function findDifferentKeys({
  database,
  config,
}: {
  database: Database
  config: Config
}): Promise<Outcome[]> {
  if (config.databaseUrl === undefined || !(await hasTable(database, 'settings'))) return []
  const row = await database
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'session-key')
    .executeTakeFirst()
  if (!row) return []
  const { dataDir, keysFile } = config
  const keys = await loadKeys({ dataDir, file: keysFile, create: false }).catch(() => undefined)
  if (keys?.verifying.has(row.value)) return []
  const text = 'other gateways on it have other keys: copy their key file here, and set KEYS_FILE to it'
  return [{ status: 'problem', text }]
}

async function countStored(database: Database): Promise<number> {
  if (!(await hasTable(database, 'projects'))) return 0
  const { count } = await database
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function hasTable(database: Database, name: string): Promise<boolean> {
  return (await database.introspection.getTables()).some((table) => table.name === name)
}

function countProjects({ config: { projects, open }, stored }: { config: Config; stored: number }): Outcome {
  const text = `projects: ${stored} in the database, ${projects.size} in PROJECTS`
  return stored + projects.size === 0 && !open
    ? {
        status: 'warning',
        text: `${text}: every request is refused until \`npm run gateway -- project add\``,
      }
    : { status: 'ok', text }
}
