import { migrate } from '@portico/server'
import { describeEngines } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { migrations } from './migrations.ts'
import { type Database, openVaultDatabase } from './openVaultDatabase.ts'
import type { Tables } from './Tables.ts'

const now = () => 1_800_000_000_000
const later = now() + 600_000
const sealed = { sealed: 'sealed', kek_id: 'kek_1' }

/** Applies the migrations before this one. */
const migrateUpTo = (database: Database, name: string) => {
  const names = migrations.map((migration) => migration.name)
  return migrate({ database, migrations, now, only: names.slice(0, names.indexOf(name)) })
}

/** Inserts rows of a table as it was in an older version. */
const insert = (database: Database, table: keyof Tables, rows: readonly object[]) =>
  database
    .insertInto(table)
    .values(rows as never)
    .execute()

const rowsOf = (database: Database, table: keyof Tables) => database.selectFrom(table).selectAll().execute()

const challenge = {
  ...sealed,
  purpose: 'login',
  step: 'device',
  jkt: 'jkt_1',
  email_index: 'index_1',
  user_id: null,
  origin: 'https://shop.example',
  project_id: 'shop',
  browser: 'Firefox',
  system: 'Linux',
  country: null,
  mailbox: 'mailbox_1',
  match_code: '42',
  digit_tries: 1,
  budget: 'budget_1',
  created_at: now(),
  sent_at: now(),
  expires_at: later,
}
/** Columns that only the version before has. */
const older = { code_mac: null, tries: 0 }

await describeEngines<Tables>({
  name: 'migrations of the vault',
  // Without its migrations: each test applies them itself.
  openDatabase: (place) => openVaultDatabase({ ...place, prepare: async () => undefined }),
  suite: ({ open }) => {
    test('behavior: 007-no-codes ends what waits for a code of the vault, and keeps everything else', async () => {
      const database = await open()
      await migrateUpTo(database, '007-no-codes')
      const user = { ...sealed, id: 'usr_1', email_index: 'index_1', founding_jkt: 'jkt_1', created_at: 1 }
      const device = { user_id: 'usr_1', jkt: 'jkt_1', created_at: 1, last_used_at: 2 }
      const grant = {
        hash: 'grant_1',
        user_id: 'usr_1',
        jkt: 'jkt_1',
        tx: 'tx_verified',
        release_key: '{}',
        expires_at: later,
        address: null,
        activated_at: now(),
        by_link: 1,
      }
      const auto = { ...sealed, user_id: 'usr_1', wallet_id: 'wlt_1', slot_id: 'slt_1', created_at: 3 }
      const hold = {
        hash: 'hold_1',
        user_id: 'usr_1',
        jkt: 'jkt_2',
        created_at: 4,
        expires_at: later,
        cancelled_at: null,
      }
      // A change of address that the old address can still undo; the version before stored no challenge with some.
      const revert = {
        ...sealed,
        hash: 'revert_1',
        tx: null,
        reverted_at: null,
        user_id: 'usr_1',
        email_index: 'index_0',
        jkt: 'jkt_1',
        created_at: 5,
        expires_at: later,
      }
      const mail = { ...sealed, id: 'mail_1', attempts: 0, next_at: 1, expires_at: later }
      await insert(database, 'users', [user])
      await insert(database, 'devices', [device])
      await insert(database, 'grants', [grant])
      await insert(database, 'autos', [auto])
      await insert(database, 'holds', [hold])
      await insert(database, 'reverts', [revert])
      await insert(database, 'mails', [mail])

      const change = { ...challenge, purpose: 'update', user_id: 'usr_1' }
      const goOn = [
        { ...challenge, id: 'tx_link', link_hash: 'link_1' },
        { ...challenge, id: 'tx_approved', step: 'approved', link_hash: null },
        { ...challenge, id: 'tx_known', step: 'known', match_code: '', link_hash: null },
        { ...challenge, id: 'tx_refused', step: 'refused', link_hash: null },
        { ...change, id: 'tx_change', step: 'known', match_code: '', link_hash: null },
        { ...change, id: 'tx_change_link', link_hash: 'link_2' },
      ]
      const end = [
        { ...challenge, id: 'tx_old_link', link_hash: 'link_3' },
        { ...challenge, id: 'tx_old_code', step: 'code', link_hash: null, code_mac: 'mac', tries: 2 },
        { ...challenge, id: 'tx_verified', step: 'done', link_hash: null },
        { ...change, id: 'tx_old_change', step: 'code', link_hash: null, code_mac: 'mac' },
      ]
      await insert(database, 'transactions', [
        ...goOn.map((row) => ({ ...older, ...row, code_by: 'gateway' })),
        ...end.map((row) => ({ ...older, ...row, code_by: 'vault' })),
      ])

      expect(await migrate({ database, migrations, now })).toContain('007-no-codes')

      const byId = <Row extends { id: string }>(rows: Row[]) =>
        rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      expect(byId(await database.selectFrom('transactions').selectAll().execute())).toEqual(byId(goOn))
      expect(await rowsOf(database, 'users')).toEqual([{ ...user, email_pending: 0, language: null }])
      expect(await rowsOf(database, 'devices')).toEqual([{ ...device, min_hold_ms: 0 }])
      expect(await rowsOf(database, 'grants')).toEqual([grant])
      expect(await rowsOf(database, 'autos')).toEqual([auto])
      expect(await rowsOf(database, 'holds')).toEqual([hold])
      expect(await rowsOf(database, 'reverts')).toEqual([revert])
      expect(await rowsOf(database, 'mails')).toEqual([mail])
      // Links are still found by their hash, once.
      await expect(
        insert(database, 'transactions', [{ ...challenge, id: 'tx_other', link_hash: 'link_1' }]),
      ).rejects.toThrow(/unique/i)
    })

    test('behavior: 008-socials keeps users and what belongs to them, and allows users without an address', async () => {
      const database = await open()
      await migrateUpTo(database, '008-socials')
      const user = { ...sealed, id: 'usr_1', email_index: 'index_1', founding_jkt: 'jkt_1', created_at: 1 }
      const device = { user_id: 'usr_1', jkt: 'jkt_1', created_at: 1, last_used_at: 2 }
      const auto = { ...sealed, user_id: 'usr_1', wallet_id: 'wlt_1', slot_id: 'slt_1', created_at: 3 }
      await insert(database, 'users', [user])
      await insert(database, 'devices', [device])
      await insert(database, 'autos', [auto])
      expect(await migrate({ database, migrations, now })).toContain('008-socials')
      expect(await rowsOf(database, 'users')).toEqual([{ ...user, email_pending: 0, language: null }])
      expect(await rowsOf(database, 'devices')).toEqual([{ ...device, min_hold_ms: 0 }])
      expect(await rowsOf(database, 'autos')).toEqual([auto])

      const without = { ...user, email_index: null }
      await insert(database, 'users', [
        { ...without, id: 'usr_2' },
        { ...without, id: 'usr_3' },
      ])
      // Addresses are still unique, and devices still belong to users.
      await expect(insert(database, 'users', [{ ...user, id: 'usr_4' }])).rejects.toThrow(/unique/i)
      await expect(insert(database, 'devices', [{ ...device, user_id: 'usr_4' }])).rejects.toThrow(
        /foreign key/i,
      )
    })

    test('behavior: 009-logins takes accounts from before as confirmed, so that they are not moved to other users', async () => {
      const database = await open()
      await migrateUpTo(database, '009-logins')
      const user = { ...sealed, id: 'usr_1', email_index: null, founding_jkt: 'jkt_1', created_at: 1 }
      const identity = { ...sealed, user_id: 'usr_1', provider: 'google', ix: 'ix_1' }
      await insert(database, 'users', [user])
      await insert(database, 'identities', [identity])
      expect(await migrate({ database, migrations, now })).toContain('009-logins')
      expect(await rowsOf(database, 'users')).toEqual([{ ...user, email_pending: 0, language: null }])
      expect(await rowsOf(database, 'identities')).toEqual([{ ...identity, confirmed_at: 0 }])
    })

    test('behavior: 003-claims takes grants of logins from before as activated', async () => {
      const database = await open()
      await migrateUpTo(database, '003-claims')
      const user = { ...sealed, id: 'usr_1', email_index: 'index_1', founding_jkt: 'jkt_1', created_at: 1 }
      await insert(database, 'users', [user])
      const grant = {
        hash: 'grant_1',
        user_id: 'usr_1',
        jkt: 'jkt_1',
        tx: 'tx_1',
        release_key: '{}',
        expires_at: later,
      }
      await insert(database, 'grants', [grant])
      await migrate({ database, migrations, now })
      // But not as proof of the mailbox by link.
      expect(await rowsOf(database, 'grants')).toEqual([
        { ...grant, address: null, activated_at: later - 600_000, by_link: 0 },
      ])
    })
  },
})
