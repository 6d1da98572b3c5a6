import { setImmediate as turn } from 'node:timers/promises'
import { describeEngines } from '@portico/server/testing'
import { expect, test } from 'vitest'
import { createProjectStore } from '../../modules/projects/store.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { type Database, openDatabase } from './openDatabase.ts'
import type { Tables } from './Tables.ts'

const now = () => 1_800_000_000_000

/** Applies the migrations before this one. */
const migrateUpTo = (database: Database, name: string) => {
  const names = migrations.map((migration) => migration.name)
  return migrate({ database, now, only: names.slice(0, names.indexOf(name)) })
}

async function addWallet(database: Database, wallet: Partial<Tables['embedded_wallets']> & { id: string }) {
  await database
    .insertInto('embedded_wallets')
    .values({
      user_id: `usr of ${wallet.id}`,
      position: 0,
      status: 'active',
      epoch: 1,
      vault: '',
      check_mac: '',
      address: '0x1',
      content_hash: '',
      confirm_nonce: '',
      receipt_digest: null,
      created_at: 1,
      confirmed_at: 1,
      ...wallet,
    })
    .execute()
}

await describeEngines<Tables>({
  name: 'migrations',
  // Without its migrations: each test applies them itself.
  openDatabase: (place) => openDatabase({ ...place, prepare: async () => undefined }),
  suite: ({ open, openTogether }) => {
    test('behavior: an upgrade from the schema of ten migrations before disturbs no request, and loses nothing', async () => {
      const [running, upgrading] = (await openTogether(2)) as [Database, Database]
      const names = migrations.map(({ name }) => name)
      const before = names.length - 10
      await migrate({ database: running, now, only: names.slice(0, before) })
      const store = createProjectStore({ database: running })
      const written: string[] = []
      let isDone = false
      let reads = 0
      // What running gateways do meanwhile. A failure rejects.
      const write = async (name: string) => {
        for (let count = 0; !isDone || count < 3; count++) {
          const id = `${name}-${count}`
          await store.add({ id, name, allowedOrigins: [], createdAt: 1 })
          await addWallet(running, { id, user_id: id, address: `0x${id}` })
          written.push(id)
          // SQLite's driver never waits.
          await turn()
        }
      }
      const read = async () => {
        while (!isDone) {
          reads += (await store.list()).length
          await running.selectFrom('embedded_wallets').selectAll().execute()
          await turn()
        }
      }
      const load = Promise.all([write('one'), write('two'), read()])
      for (let count = before + 1; count <= names.length; count++) {
        const seen = written.length
        expect(await migrate({ database: upgrading, now, only: names.slice(0, count) })).toEqual([
          names[count - 1],
        ])
        await expect.poll(() => written.length).toBeGreaterThan(seen)
      }
      isDone = true
      await load
      expect(reads).toBeGreaterThan(0)
      const stored = await createProjectStore({ database: upgrading }).list()
      expect(stored.map(({ id }) => id).toSorted()).toEqual(written.toSorted())
      const wallets = await upgrading.selectFrom('embedded_wallets').select('id').execute()
      expect(wallets.map(({ id }) => id).toSorted()).toEqual(written.toSorted())
    })

    test('behavior: 053-unique-addresses keeps the wallet that was confirmed first and sets the others aside', async () => {
      const database = await open()
      await migrateUpTo(database, '053-unique-addresses')
      await addWallet(database, { id: 'late', confirmed_at: 9 })
      await addWallet(database, { id: 'owner', confirmed_at: 3 })
      await addWallet(database, { id: 'same time', confirmed_at: 3 })
      await addWallet(database, { id: 'pending', status: 'pending', confirmed_at: null })
      await addWallet(database, { id: 'elsewhere', address: '0x2', confirmed_at: 9 })
      await migrate({ database, now })
      const rows = await database
        .selectFrom('embedded_wallets')
        .select(['id', 'status', 'position'])
        .orderBy('id')
        .execute()
      expect(rows.map(({ id, status, position }) => [id, status, position])).toEqual([
        ['elsewhere', 'active', 0],
        ['late', 'duplicate', -1],
        ['owner', 'active', 0],
        ['pending', 'pending', 0],
        ['same time', 'duplicate', -1],
      ])
      // The database itself refuses a second one.
      await expect(addWallet(database, { id: 'another' })).rejects.toThrow(/unique/i)
      await expect(
        database
          .updateTable('embedded_wallets')
          .set({ status: 'active' })
          .where('id', '=', 'pending')
          .execute(),
      ).rejects.toThrow(/unique/i)
      await addWallet(database, { id: 'also pending', status: 'pending' })
      // A user whose wallet was set aside can create one.
      await addWallet(database, { id: 'new', user_id: 'usr of late', address: '0x3' })
    })

    test('behavior: 052-slot-use takes the creation of a slot as its last use', async () => {
      const database = await open()
      await migrateUpTo(database, '052-slot-use')
      const slot = {
        wallet_id: 'wlt_1',
        slot_id: 'slt_1',
        user_id: 'usr_1',
        kind: 'device' as const,
        jkt: 'jkt',
        wrap: '',
        epoch: 1,
        kek_id: '',
        share: '',
        created_at: 7,
      }
      await database
        .insertInto('wallet_slots')
        .values(slot as Tables['wallet_slots'])
        .execute()
      await migrate({ database, now })
      expect(await database.selectFrom('wallet_slots').selectAll().execute()).toEqual([
        { ...slot, last_used_at: 7, signed_out_at: null, proof_jkt: null },
      ])
      // A process of the previous version, which runs on during an upgrade, does not use the new columns.
      await database
        .insertInto('wallet_slots')
        .values({ ...slot, slot_id: 'slt_2' } as Tables['wallet_slots'])
        .execute()
    })
  },
})
