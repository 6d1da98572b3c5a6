import { expect, test } from 'vitest'
import { createLeases } from '../../../../infra/leases/createLeases.ts'
import { describeEngines } from '../../../../testing/describeEngines.ts'
import { createJobStore } from './createJobStore.ts'

const chain = 'eip155:1'
const retryAt = () => 1000

await describeEngines('createJobStore', ({ open }) => {
  test('behavior: the job that has been due longest is next, and counts as failed until it is settled', async () => {
    const store = createJobStore({ database: await open() })
    await store.add({ chain, account: 'a', at: 2, max: 10 })
    await store.add({ chain, account: 'b', at: 1, max: 10 })
    expect(await store.dueChains({ at: 0 })).toEqual([])
    expect(await store.dueChains({ at: 2 })).toEqual([chain])
    const job = await store.claim({ chain, at: 2, retryAt })
    expect(job).toEqual({ chain, account: 'b', state: 'reading', requestedAt: 1, failures: 1 })
    expect((await store.claim({ chain, at: 2, retryAt }))?.account).toBe('a')
    expect(await store.claim({ chain, at: 2, retryAt })).toBeUndefined()
    // Asking again does not make it due sooner.
    await store.add({ chain, account: 'b', at: 3, max: 10 })
    expect(await store.claim({ chain, at: 3, retryAt })).toBeUndefined()
    expect(await store.claim({ chain, at: 1000, retryAt: () => 9000 })).toMatchObject({ failures: 2 })
    if (job) await store.settle({ job, state: 'following', dueAt: 5000, failures: 0, calls: 7 })
    await store.add({ chain, account: 'b', at: 1001, max: 10 })
    expect(await store.state({ chain, account: 'b' })).toBe('following')
    // A request makes a followed account due.
    expect(await store.claim({ chain, at: 1001, retryAt: () => 9000 })).toMatchObject({
      account: 'b',
      failures: 1,
    })
  })

  test('behavior: a chain has a limited number of jobs, and unused ones are removed', async () => {
    const store = createJobStore({ database: await open() })
    for (const account of ['a', 'b', 'c']) await store.add({ chain, account, at: 1, max: 3 })
    await store.add({ chain, account: 'a', at: 2, max: 3 })
    // New accounts take the places of those that nobody has asked for since.
    for (const account of ['d', 'e']) await store.add({ chain, account, at: 2, max: 3 })
    const states = ['a', 'b', 'c', 'd', 'e'].map((account) => store.state({ chain, account }))
    expect(await Promise.all(states)).toEqual(['reading', undefined, undefined, 'reading', 'reading'])
    await store.add({ chain: 'eip155:2', account: 'a', at: 5, max: 2 })
    const counted = async () => (await store.count()).toSorted((a, b) => a.chain.localeCompare(b.chain))
    expect(await counted()).toEqual([
      { chain, state: 'reading', jobs: 3 },
      { chain: 'eip155:2', state: 'reading', jobs: 1 },
    ])
    await store.removeUnused({ before: 5 })
    expect(await counted()).toEqual([{ chain: 'eip155:2', state: 'reading', jobs: 1 }])
    expect(await store.state({ chain, account: 'a' })).toBeUndefined()
  })

  test('behavior: one process at a time has a lease, until it ends or is given back', async () => {
    const database = await open()
    let now = 0
    const [one, two] = ['one', 'two'].map((owner) => createLeases({ database, owner, now: () => now }))
    const take = async (until: number) =>
      (await Promise.all([one, two].map((leases) => leases?.take({ name: 'work', until })))).join()
    expect(await one?.take({ name: 'work', until: 10 })).toBe(true)
    expect(await take(20)).toBe('true,false')
    now = 20
    expect(await two?.take({ name: 'work', until: 40 })).toBe(true)
    expect(await take(50)).toBe('false,true')
    await two?.release()
    expect(await one?.take({ name: 'work', until: 60 })).toBe(true)
  })
})
