import { expect, test } from 'vitest'
import { describeEngines } from '../../testing/describeEngines.ts'
import { createHealthStore } from './store.ts'

await describeEngines('createHealthStore', ({ openTogether }) => {
  test('behavior: several processes can probe at once, and one row remains', async () => {
    const databases = await openTogether(3)
    await Promise.all(databases.map((database, at) => createHealthStore({ database }).probe(at)))
    expect(await databases[0]?.selectFrom('probes').select('name').execute()).toEqual([{ name: 'readyz' }])
  })

  test('error: rejects if the database is closed', async () => {
    const [database] = await openTogether(1)
    await database?.destroy()
    if (database) await expect(createHealthStore({ database }).probe(1)).rejects.toThrow()
  })
})
