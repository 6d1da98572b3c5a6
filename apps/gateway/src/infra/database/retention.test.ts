import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'

/** What removes rows of a table: a file with the job. Or why nothing needs to. */
type Retention = { job: string } | { kept: string }

const one = { kept: 'one row' }
const configuration = { kept: 'configuration by the operator' }
const user = { kept: 'belongs to a user until the user or the operator ends it; a fixed number per user' }
const index = (file: string) => ({ job: `chains/evm/indexer/${file}` })
const eviction = index('createLastRequestStore.ts')
const embedded = (file: string) => ({ job: `modules/embedded/${file}` })

/**
 * Every table of the gateway. A new one needs a row: a job that removes what nobody needs any more, or a reason why it cannot grow
 * without end. docs/operate.md has the operator's summary.
 */
const tables: Readonly<Record<string, Retention>> = {
  schema_migrations: { kept: 'one row per migration' },
  probes: one,
  settings: configuration,
  revisions: { kept: 'one row per kind of configuration' },
  epochs: { kept: 'one row per chain' },
  projects: configuration,
  project_keys: configuration,
  audit: { kept: 'evidence, which must stay complete' },
  seen_proofs: { job: '../../../packages/server/src/proofs/createSeenProofs.ts' },
  uses: embedded('introductions/service.ts'),
  mails: { job: '../../../packages/server/src/mail/createMailStore.ts' },
  nonces: { job: 'modules/auth/store.ts' },
  nonce_leases: { kept: 'only processes of an older version write it, during an upgrade' },
  sessions: { job: 'modules/auth/store.ts' },
  session_accounts: { job: 'modules/auth/store.ts' },
  idempotency: { job: 'infra/http/createIdempotencyStore.ts' },
  stream_tickets: { job: 'modules/stream/store.ts' },
  tokens: { job: 'modules/tokens/store.ts' },
  nft_metadata: { job: 'modules/nfts/store.ts' },
  nft_attempts: { job: 'modules/nfts/store.ts' },
  names: user,
  name_addresses: user,
  name_releases: { job: 'modules/names/store.ts' },
  name_nonces: { job: 'modules/names/store.ts' },
  name_signatures: { job: 'modules/names/store.ts' },
  leases: { kept: 'one row per duty that one process has' },
  index_jobs: index('jobs/createJobStore.ts'),
  anchors: index('createReorgStore.ts'),
  asked_accounts: eviction,
  intervals: eviction,
  transfers: eviction,
  coin_transfers: eviction,
  transactions: eviction,
  user_operations: eviction,
  onramp_sessions: { job: 'modules/onramp/store.ts' },
  onramp_events: { job: 'modules/onramp/store.ts' },
  operations: { job: 'modules/bundler/store.ts' },
  sponsor_days: { job: 'modules/bundler/store.ts' },
  relayer_transactions: { job: 'modules/bundler/store.ts' },
  identities: user,
  introduced_keys: user,
  founding_keys: user,
  embedded_wallets: user,
  wallet_slots: user,
  wallet_sessions: embedded('sessions/store.ts'),
  wallet_refresh_tokens: embedded('sessions/store.ts'),
  wallet_devices: embedded('sessions/store.ts'),
  wallet_nonces: embedded('nonces/store.ts'),
  operation_nonces: embedded('nonces/operationStore.ts'),
  wallet_permissions: embedded('permissions/store.ts'),
  window_mailbox: embedded('handoff/store.ts'),
  wallet_moves: embedded('moves/service.ts'),
  introductions: embedded('introductions/createIntroductionStore.ts'),
  code_failures: embedded('introductions/createGuessingBreaker.ts'),
  address_changes: embedded('identities/createAddressRecords.ts'),
  address_reverts: embedded('identities/createAddressRecords.ts'),
  vault_notices: embedded('notices/createNoticeSender.ts'),
}

test('behavior: every table has a job that removes old rows, or a reason to keep them', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-retention-'))
  const database = await openDatabase({ dataDir })
  onTestFinished(async () => {
    await database.destroy()
    rmSync(dataDir, { recursive: true })
  })
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(database)
  expect(Object.keys(tables).sort()).toEqual(rows.map(({ name }) => name).sort())
  for (const [table, retention] of Object.entries(tables)) {
    if ('kept' in retention) continue
    const source = readFileSync(join(import.meta.dirname, '../..', retention.job), 'utf8')
    // Some jobs name their tables in a list.
    const removes = `deleteFrom\\('${table}'\\)|delete from ${table}\\b|'${table}'[^;]*\\.deleteFrom\\(table\\)`
    expect([table, new RegExp(removes, 's').test(source)]).toEqual([table, true])
  }
})
