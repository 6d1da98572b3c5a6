import { createAuditTrail } from '@portico/server'
import { expect, test } from 'vitest'
import type { Database } from '../../../infra/database/openDatabase.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'
import { createPermissionStore } from './store.ts'

const now = 1_800_000_000_000
const hour = 3_600_000

function open(database: Database) {
  const audit = createAuditTrail({ database, secret: new Uint8Array(32) })
  const store = createPermissionStore({ database, audit })
  const add = (index: number, { userId = 'usr_1', at = now } = {}) => {
    const delegation = { delegate: '0x1', delegator: '0x2', caveats: [], salt: '0x1' }
    const permission = {
      chain: `eip155:${index % 3}`,
      hash: `0x${index}`,
      delegation,
      origin: 'https://app.example',
    }
    return store.add({ userId, permission: { ...permission, expiresAt: at + hour }, now: at })
  }
  return { store, add, audit }
}

await describeEngines('createPermissionStore', ({ open: openDatabase, openTogether }) => {
  test('error: of 120 at the same time from four processes, 100 are stored; other users are not disturbed', async () => {
    const stores = (await openTogether(4)).map(open)
    const results = await Promise.all(
      Array.from({ length: 120 }, (_, index) => (stores[index % 4] as (typeof stores)[number]).add(index)),
    )
    expect(results.filter((isStored) => isStored)).toHaveLength(100)
    const [one] = stores as [(typeof stores)[number]]
    // The same one again is no further one.
    expect(await one.add(results.indexOf(true))).toBe(true)
    expect(await one.add(500, { userId: 'usr_2' })).toBe(true)
    expect(await one.store.list('usr_1')).toHaveLength(100)
    await one.store.revoke({ userId: 'usr_2', hash: `0x${results.indexOf(true)}`, now })
    expect((await one.store.list('usr_1')).every(({ revokedAt }) => revokedAt === null)).toBe(true)
    // Expired ones make room, and are listed for another week.
    expect(await one.add(501, { at: now + hour })).toBe(true)
    expect(await one.store.list('usr_1')).toHaveLength(101)
    expect(await one.audit.verify()).toMatchObject({ rows: 102 })
  }, 60_000)

  test('behavior: no number of expired permissions hides one that is still valid', async () => {
    const database = await openDatabase()
    const { store, add } = open(database)
    await add(0)
    const expired = Array.from({ length: 220 }, (_, index) => ({
      user_id: 'usr_1',
      chain: 'eip155:1',
      delegation_hash: `0xe${index}`,
      delegation: '{}',
      origin: 'https://app.example',
      created_at: now + index + 1,
      expires_at: now + 300,
      revoked_at: null,
    }))
    await database.insertInto('wallet_permissions').values(expired).execute()
    const listed = await store.list('usr_1')
    expect([listed.length, listed.at(-1)?.hash]).toEqual([200, '0x0'])
    expect(listed).toEqual(listed.toSorted((one, other) => other.createdAt - one.createdAt))
  })
})
