import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openVaultDatabase } from './openVaultDatabase.ts'

/** What removes rows of a table: a file with the job. Or why nothing needs to. */
type Retention = { job: string } | { kept: string }

const user = { kept: 'belongs to a user until the user or the operator ends it; a fixed number per user' }
const sweep = { job: 'createServices.ts' }

/**
 * Every table of the vault. A new one needs a row: a job that removes what nobody needs any more, or a reason why it cannot grow without
 * end. docs/operate.md has the operator's summary.
 */
const tables: Readonly<Record<string, Retention>> = {
  schema_migrations: { kept: 'one row per migration' },
  probes: { kept: 'one row' },
  audit: { kept: 'evidence, which must stay complete' },
  seen_proofs: { job: '../../../packages/server/src/proofs/createSeenProofs.ts' },
  mails: { job: '../../../packages/server/src/mail/createMailStore.ts' },
  uses: sweep,
  transactions: sweep,
  socials: sweep,
  grants: sweep,
  reverts: sweep,
  holds: sweep,
  users: user,
  identities: user,
  devices: user,
  autos: user,
}

test('behavior: every table has a job that removes old rows, or a reason to keep them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-retention-'))
  const database = await openVaultDatabase({ dataDir })
  onTestFinished(async () => {
    await database.destroy()
    rmSync(dataDir, { recursive: true })
  })
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(database)
  expect(Object.keys(tables).sort()).toEqual(rows.map(({ name }) => name).sort())
  for (const [table, retention] of Object.entries(tables)) {
    if ('kept' in retention) continue
    const source = readFileSync(join(import.meta.dirname, '..', retention.job), 'utf8')
    // Some jobs name their tables in a list.
    const removes = `deleteFrom\\('${table}'\\)|delete from ${table}\\b|'${table}'[^;]*\\.deleteFrom\\(table\\)`
    expect([table, new RegExp(removes, 's').test(source)]).toEqual([table, true])
  }
})
