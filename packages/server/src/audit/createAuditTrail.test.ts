import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../database/inTransaction.ts'
import { openDatabase } from '../database/openDatabase.ts'
import { describeEngines } from '../testing/describeEngines.ts'
import { type AuditTables, auditLock, auditSql, createAuditTrail } from './createAuditTrail.ts'

const secret = Buffer.alloc(32, 3)

async function fill(database: Kysely<AuditTables>, count: number) {
  const audit = createAuditTrail({ database, secret })
  for (let index = 0; index < count; index++)
    await audit.append({ event: 'login', userId: `usr_${index}`, subject: 's', now: index })
  return audit
}

await describeEngines<AuditTables>({
  name: 'createAuditTrail',
  openDatabase: (place) =>
    openDatabase({
      program: 'test',
      variable: 'DATABASE_URL',
      ifLost: '',
      migrations: [{ name: '001', sql: auditSql }],
      ...place,
    }),
  suite: ({ open, openTogether }) => {
    test('behavior: concurrent rows of several processes form one chain', async () => {
      const trails = (await openTogether(3)).map((database) => createAuditTrail({ database, secret }))
      await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          trails[index % 3]?.append({ event: 'login', userId: `usr_${index}`, now: index }),
        ),
      )
      expect(await trails[0]?.verify()).toEqual({ rows: 30 })
      expect((await trails[0]?.head())?.seq).toBe(30)
    })

    test('behavior: a row is rolled back with its transaction', async () => {
      const database = await open()
      const audit = await fill(database, 1)
      const failing = inTransaction({
        database,
        locks: [auditLock],
        run: async (transaction) => {
          await audit.append({ event: 'login', userId: 'usr_x', now: 5, transaction })
          throw new Error('no')
        },
      })
      await expect(failing).rejects.toThrow('no')
      expect(await audit.verify()).toEqual({ rows: 1 })
    })

    test.each([
      [
        'changed',
        (db: Kysely<AuditTables>) => db.updateTable('audit').set({ user_id: 'usr_9' }).where('seq', '=', 3),
      ],
      [
        'given another time',
        (db: Kysely<AuditTables>) => db.updateTable('audit').set({ at: 99 }).where('seq', '=', 3),
      ],
      ['removed', (db: Kysely<AuditTables>) => db.deleteFrom('audit').where('seq', '=', 3)],
      [
        'written without the key',
        (db: Kysely<AuditTables>) =>
          db
            .updateTable('audit')
            .set({ mac: '0'.repeat(64) })
            .where('seq', '=', 3),
      ],
    ])('error: a row that was %s', async (_, tamper) => {
      const database = await open()
      const audit = await fill(database, 5)
      await tamper(database).execute()
      expect(await audit.verify()).toEqual({ rows: 2, brokenAt: 3 })
    })

    test('behavior: removed last rows are detected by comparing heads', async () => {
      const database = await open()
      const audit = await fill(database, 5)
      const head = await audit.head()
      await database.deleteFrom('audit').where('seq', '>', 3).execute()
      expect(await audit.verify()).toEqual({ rows: 3 })
      expect(await audit.head()).not.toEqual(head)
    })
  },
})
