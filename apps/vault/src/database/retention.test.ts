import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRetention, type Retention } from '@portico/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openVaultDatabase } from './openVaultDatabase.ts'

const user = { reason: 'belongs to a user until the user or the operator ends it; a fixed number per user' }
const sweep = { job: 'createServices.ts' }

/**
 * Every table of the vault. A new one needs a row: a job that removes what nobody needs any more, or a reason why it cannot grow without
 * end. docs/operate.md has the operator's summary.
 */
const tables: Readonly<Record<string, Retention>> = {
  schema_migrations: { reason: 'one row per migration' },
  probes: { reason: 'one row' },
  audit: { reason: 'evidence, which must stay complete' },
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
  const { names, unremoved } = await checkRetention({
    database,
    tables,
    folder: join(import.meta.dirname, '..'),
  })
  expect(Object.keys(tables).sort()).toEqual(names.sort())
  expect(unremoved).toEqual([])
})
