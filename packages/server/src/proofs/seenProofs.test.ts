import { expect, test } from 'vitest'
import { openDatabase } from '../database/openDatabase.ts'
import { describeEngines } from '../testing/describeEngines.ts'
import { createMemorySeenProofs } from './createMemorySeenProofs.ts'
import { createSeenProofs, type SeenProofTables, seenProofsSql } from './createSeenProofs.ts'
import type { SeenProofs } from './SeenProofs.ts'

function suite(open: (count: number) => Promise<SeenProofs[]>): void {
  test('behavior: accepts a proof once when many processes add it concurrently', async () => {
    const stores = await open(4)
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (stores[index % stores.length] as SeenProofs).add({ id: 'a', expiresAt: 1000, now: 10 }),
      ),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('behavior: accepts an ID again after it has expired', async () => {
    const [seen] = (await open(1)) as [SeenProofs]
    expect(await seen.add({ id: 'a', expiresAt: 100, now: 10 })).toBe(true)
    expect(await seen.add({ id: 'b', expiresAt: 100, now: 10 })).toBe(true)
    expect(await seen.add({ id: 'a', expiresAt: 199, now: 99 })).toBe(false)
    expect(await seen.add({ id: 'a', expiresAt: 200, now: 100 })).toBe(true)
    expect(await seen.add({ id: 'a', expiresAt: 300, now: 150 })).toBe(false)
  })
}

await describeEngines<SeenProofTables>({
  name: 'createSeenProofs',
  openDatabase: (place) =>
    openDatabase({
      program: 'test',
      variable: 'DATABASE_URL',
      ifLost: '',
      migrations: [{ name: '001', sql: seenProofsSql }],
      ...place,
    }),
  suite: ({ openTogether }) =>
    suite(async (count) => (await openTogether(count)).map((database) => createSeenProofs({ database }))),
})

suite(async (count) => {
  const seen = createMemorySeenProofs()
  return Array.from({ length: count }, () => seen)
})
