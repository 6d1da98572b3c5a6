import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRetention, type Retention } from '@portico/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './openDatabase.ts'

const one = { reason: 'one row' }
const configuration = { reason: 'configuration by the operator' }
const user = { reason: 'belongs to a user until the user or the operator ends it; a fixed number per user' }
const index = (file: string) => ({ job: `chains/evm/indexer/${file}` })
const eviction = index('createLastRequestStore.ts')
const embedded = (file: string) => ({ job: `modules/embedded/${file}` })

/**
 * Every table of the gateway. A new one needs a row: a job that removes what nobody needs any more, or a reason why it cannot grow
 * without end. docs/operate.md has the operator's summary.
 */
const tables: Readonly<Record<string, Retention>> = {
  schema_migrations: { reason: 'one row per migration' },
  probes: one,
  settings: configuration,
  revisions: { reason: 'one row per kind of configuration' },
  epochs: { reason: 'one row per chain' },
  projects: configuration,
  project_keys: configuration,
  audit: { reason: 'evidence, which must stay complete' },
  seen_proofs: { job: '../../../packages/server/src/proofs/createSeenProofs.ts' },
  uses: embedded('introductions/service.ts'),
  mails: { job: '../../../packages/server/src/mail/createMailStore.ts' },
  nonces: { job: 'modules/auth/store.ts' },
  nonce_leases: { reason: 'only processes of an older version write it, during an upgrade' },
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
  leases: { reason: 'one row per duty that one process has' },
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
  const { names, unremoved } = await checkRetention({
    database,
    tables,
    folder: join(import.meta.dirname, '../..'),
  })
  expect(Object.keys(tables).sort()).toEqual(names.sort())
  expect(unremoved).toEqual([])
})
