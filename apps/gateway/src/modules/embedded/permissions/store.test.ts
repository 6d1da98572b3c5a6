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

await describeEngines('createPermissionStore', ({ openTogether }) => {
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
})
