import { type HistoryResponse, historyResponse } from '@portico/protocol/gateway'
import { tempFolder } from '@portico/server/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeChain, type FakeTransaction } from '../../../../testing/createFakeChain.ts'
import { createTestApp, type TestApp } from '../../../../testing/createTestApp.ts'
import { type Behaviour, startUpstream } from '../../../../testing/startUpstream.ts'

const [me, friend, other] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}`) as [
  string,
  string,
  string,
]
const token = `0x${'88'.repeat(20)}`
const contract = `0x${'99'.repeat(20)}`
const chain = 'eip155:31337'

// Stop the clock, so that the time limits of pages and runs do not depend on the machine. Jobs run only when a test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A gateway over a computed chain. `before` may replace the node's answer to a request. */
async function start({
  before = () => undefined,
  env = {},
  ...chain
}: Parameters<typeof createFakeChain>[0] & { before?: Behaviour; env?: Record<string, string> }) {
  let fake = createFakeChain(chain)
  const node = await startUpstream({
    behave: async (request, response) => (await before(request, response)) ?? fake.answer(request),
  })
  const dataDir = tempFolder()
  const open = (more: Record<string, string> = {}) =>
    createTestApp({
      rpcUrls: { 'eip155:31337': [node.url] },
      env: { PORTICO_DATA_DIR: dataDir, INDEX_CALLS_PER_MINUTE: '600', ...env, ...more },
    })
  return {
    hashIn: fake.hashIn,
    node,
    open,
    /** Replaces the chain. */
    become(other: Parameters<typeof createFakeChain>[0]) {
      fake = createFakeChain(other)
    },
  }
}

async function page({ get }: TestApp, account = me, query = '') {
  const response = await get(`/v1/account/${chain}:${account}/history?limit=100${query}`)
  const { data, coverage, next } = historyResponse.parse(await response.json()) as HistoryResponse
  return { hashes: data.map(({ metadata }) => metadata.hash), coverage: coverage?.[chain], next }
}

const jobs = ({ services }: TestApp) => services.jobs as NonNullable<typeof services.jobs>
/** Runs jobs until an account is complete. */
async function complete(app: TestApp, account = me) {
  await vi.waitFor(
    async () => {
      await jobs(app).run()
      expect((await page(app, account)).coverage).toMatchObject({ backfilledTo: 0 })
    },
    { timeout: 20_000, interval: 5 },
  )
}
const tokens = (blocks: readonly number[], to = me): FakeTransaction[] =>
  blocks.map((block) => ({ block, from: friend, to, token }))

/** Makes every old block range take longer than a page may. */
const slowBelow =
  (block: number): Behaviour =>
  ({ method, params }) => {
    const [{ toBlock } = {}] = params as [{ toBlock?: string }?]
    if (method === 'eth_getLogs' && Number(toBlock) < block) pass(300)
    return undefined
  }

describe('jobs of the index', () => {
  test('behavior: the first page has what is there, says that the rest is read, and the job completes it', async () => {
    const blocks = [10, 60_000, 190_000, 199_990]
    const { open, hashIn } = await start({
      head: 200_000,
      transactions: tokens(blocks),
      before: slowBelow(180_000),
    })
    const app = await open()
    const events: string[] = []
    app.services.bus.channel('stream').subscribe({
      onMessage: ({ data }) => void events.push(data),
      onLost: () => undefined,
    })
    const first = await page(app)
    expect(first.hashes).toEqual([199_990, 190_000].map(hashIn))
    expect(first.coverage?.isCompleting).toBe(true)
    expect(first.next).not.toBeNull()
    await complete(app)
    const last = await page(app)
    expect(last).toMatchObject({ hashes: blocks.toReversed().map(hashIn), next: null })
    expect(last.coverage).toEqual({ coins: 'head', backfilledTo: 0 })
    expect(JSON.parse(events.at(-1) as string)).toEqual({
      kind: 'event',
      event: 'activity.extended',
      data: { topic: `activity:${chain}:${me}`, backfilledTo: 0 },
    })
    const metrics = await app.services.metrics.registry.metrics()
    expect(metrics).toContain(`gateway_index_jobs{chain="${chain}",state="following"} 1`)
    expect(metrics).toContain(`gateway_index_budget_calls{chain="${chain}",upstream="0"}`)
  })

  test('behavior: a process that starts later continues where the index ends', async () => {
    const { open, node, hashIn } = await start({
      head: 200_000,
      transactions: tokens([10, 199_990]),
      before: slowBelow(190_000),
    })
    const first = await open()
    await page(first)
    await vi.waitFor(async () => expect(await jobs(first).isReading({ chain, account: me })).toBe(true))
    await first.services.close()
    const lowest = () =>
      Math.min(
        ...node.seen
          .filter(({ method }) => method === 'eth_getLogs')
          .map(({ params }) => Number((params as [{ fromBlock: string }])[0].fromBlock)),
      )
    const readTo = lowest()
    node.seen.length = 0
    const second = await open()
    await vi.waitFor(
      async () => {
        await jobs(second).run()
        expect(lowest()).toBe(0)
      },
      { timeout: 20_000 },
    )
    await complete(second)
    expect((await page(second)).hashes).toEqual([199_990, 10].map(hashIn))
    // Above that, only the newest blocks are read again.
    const repeated = node.seen.filter(({ method, params }) => {
      const [{ fromBlock, toBlock } = {}] = params as [{ fromBlock?: string; toBlock?: string }?]
      return method === 'eth_getLogs' && Number(toBlock) > readTo && Number(fromBlock) < 199_900
    })
    expect(repeated).toEqual([])
  })

  test('behavior: a job whose process was killed is continued by another one, without loss or duplicates', async () => {
    const blocks = Array.from({ length: 20 }, (_, index) => 10_000 * index + 5)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    const { open, hashIn } = await start({
      head: 200_000,
      transactions: tokens(blocks),
      async before(request, response) {
        const [{ toBlock } = {}] = request.params as [{ toBlock?: string }?]
        if (request.method === 'eth_getLogs' && Number(toBlock) < 100_000 && !isHeld) {
          isHeld = true
          await released
        }
        return slowBelow(150_000)(request, response)
      },
    })
    const killed = await open()
    await page(killed)
    await vi.waitFor(async () => expect(await jobs(killed).isReading({ chain, account: me })).toBe(true))
    // It never ends, like one whose process is gone, and leaves its lease and its job behind.
    const ended = jobs(killed).run()
    await vi.waitFor(() => expect(isHeld).toBe(true))
    const heir = await open()
    await jobs(heir).run()
    expect(await jobs(heir).isReading({ chain, account: me })).toBe(true)
    pass(31_000)
    await vi.waitFor(
      async () => {
        await jobs(heir).run()
        expect(await jobs(heir).isReading({ chain, account: me })).toBe(false)
      },
      { timeout: 20_000, interval: 5 },
    )
    // If the first process was only paused, what it still writes is the same.
    release()
    await ended
    const stored = await heir.services.database
      .selectFrom('transfers')
      .select('block_number as block')
      .orderBy('block_number')
      .execute()
    expect(stored.map(({ block }) => block)).toEqual(blocks)
    expect((await page(heir)).hashes).toEqual(blocks.toReversed().map(hashIn))
  })

  test('behavior: a followed account is read again after a reorganisation, without being requested', async () => {
    const { open, become } = await start({ head: 200_000, transactions: tokens([7, 199_980, 199_990]) })
    const app = await open()
    await page(app)
    await complete(app)
    become({ head: 200_010, fork: 199_985, transactions: tokens([7, 199_980, 199_995, 200_005]) })
    pass(61_000)
    await jobs(app).run()
    const stored = await app.services.database
      .selectFrom('transfers')
      .select('block_number as block')
      .orderBy('block_number')
      .execute()
    expect(stored.map(({ block }) => block)).toEqual([7, 199_980, 199_995, 200_005])
  })

  test('error: an account that the upstream never answers for does not hold up the others', async () => {
    const { open, hashIn } = await start({
      head: 200_000,
      transactions: [...tokens([10, 100_000]), ...tokens([20], other)],
      before: ({ method, params }) => {
        const [{ toBlock, topics = [] } = {}] = params as [{ toBlock?: string; topics?: unknown[] }?]
        if (method !== 'eth_getLogs' || Number(toBlock) > 150_000) return undefined
        pass(300)
        return JSON.stringify(topics).includes(other.slice(2))
          ? { error: { code: -32000, message: 'internal error' } }
          : undefined
      },
    })
    const app = await open()
    await app.get(`/v1/account/${chain}:${other}/history`)
    await complete(app)
    expect((await page(app)).hashes).toEqual([100_000, 10].map(hashIn))
    expect(await jobs(app).isReading({ chain, account: other })).toBe(true)
  })

  test('error: an upstream that makes up transfers fills no more than one account may have', async () => {
    const made = (from: number, to: number) =>
      Array.from({ length: Math.min(40, to - from + 1) }, (_, index) => to - index)
    const { answer } = createFakeChain({ head: 200_000, transactions: tokens(made(0, 200_000)) })
    const sample = (
      answer({
        id: 1,
        method: 'eth_getLogs',
        params: [{ fromBlock: '0x0', toBlock: '0x30d40', topics: [null] }],
      }) as { result: object[] }
    ).result
    const { open } = await start({
      head: 200_000,
      transactions: [],
      env: { INDEX_ROWS_PER_ACCOUNT: '100' },
      before: ({ method, params }) => {
        if (method !== 'eth_getLogs') return undefined
        pass(100)
        const [{ fromBlock, toBlock, topics }] = params as [
          { fromBlock: string; toBlock: string; topics: unknown[] },
        ]
        if (topics[1] !== null || topics.length !== 3) return { result: [] }
        const result = made(Number(fromBlock), Number(toBlock)).map((block, index) => ({
          ...sample[index % sample.length],
          blockNumber: `0x${block.toString(16)}`,
          transactionHash: `0x${block.toString(16).padStart(64, '0')}`,
        }))
        return { result }
      },
    })
    const app = await open()
    await page(app)
    await vi.waitFor(
      async () => {
        await jobs(app).run()
        expect(await jobs(app).isReading({ chain, account: me })).toBe(false)
      },
      { timeout: 20_000 },
    )
    const [{ rows = 0 } = {}] = await app.services.database
      .selectFrom('transfers')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .execute()
    expect(rows).toBeGreaterThanOrEqual(100)
    expect(rows).toBeLessThan(200)
    const { coverage } = await page(app)
    expect(coverage?.isCompleting).toBeUndefined()
    expect(coverage?.backfilledTo).toBeGreaterThan(0)
  })

  test('behavior: the coins of a long chain are found by bisection, those of contracts by traces', async () => {
    const transactions: FakeTransaction[] = [
      { block: 7, from: friend, to: me },
      { block: 60_001, from: me, to: friend },
      { block: 60_002, from: friend, to: me, through: contract },
      { block: 120_000, from: friend, to: other },
      { block: 199_000, from: me, to: friend },
    ]
    const found = async (traces: boolean) => {
      const { open, node, hashIn } = await start({ head: 200_000, transactions, archive: true, traces })
      const app = await open({ INDEX_CALLS_PER_MINUTE: '0' })
      const { hashes, coverage } = await page(app)
      const blocks = node.seen.filter(
        ({ method, params }) => method === 'eth_getBlockByNumber' && (params as unknown[])[1],
      )
      return {
        coverage,
        blocks: transactions.map(({ block }) => block).filter((block) => hashes.includes(hashIn(block))),
        read: blocks.length,
      }
    }
    expect(await found(true)).toEqual({
      coverage: { coins: 'traces', backfilledTo: 0 },
      blocks: [7, 60_001, 60_002, 199_000],
      read: 4,
    })
    expect(await found(false)).toMatchObject({
      coverage: { coins: 'search', backfilledTo: 0 },
      blocks: [7, 60_001, 199_000],
    })
  })
})
