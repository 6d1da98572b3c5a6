import { type HistoryResponse, historyResponse, problem } from '@portico/protocol/gateway'
import { type Hex, pad, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { topics } from '../../chains/evm/blocks/decodeTransfers.ts'
import { createFakeChain, type FakeTransaction } from '../../testing/createFakeChain.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { liar } from '../../testing/hostileTokens.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startProxy } from '../../testing/startProxy.ts'
import { type Behaviour, deadUrl, type SeenRequest, startUpstream } from '../../testing/startUpstream.ts'

// Accounts the node has unlocked.
const [me, friend, other] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
] as const
const token = `0x${'77'.repeat(20)}` as Hex

let anvil: Anvil
let clean: unknown
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())
beforeEach(async () => {
  // Each test starts with an empty chain.
  if (clean) await anvil.rpc('evm_revert', [clean])
  clean = await anvil.rpc('evm_snapshot')
  await anvil.rpc('anvil_setCode', [token, liar])
})

// Stop the clock within a page, so that no page ends early because the machine is busy.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sends a transaction and waits until it is mined; the node returns the hash earlier. */
async function transact(transaction: Record<string, unknown>): Promise<Hex> {
  const hash = (await anvil.rpc('eth_sendTransaction', [transaction])) as Hex
  await expect.poll(() => anvil.rpc('eth_getTransactionReceipt', [hash]), { interval: 10 }).not.toBeNull()
  return hash
}
const send = (from: string, to: string, value = 1n) => transact({ from, to, value: toHex(value) })
const sendToken = (from: Hex, to: Hex, amount: bigint, sender: string = from) =>
  transact({
    from: sender,
    to: token,
    data: `${topics.transfer}${pad(from).slice(2)}${pad(to).slice(2)}${toHex(amount, { size: 32 }).slice(2)}`,
    gas: '0x30d40',
  })
const mine = (blocks: number) => anvil.rpc('anvil_mine', [toHex(blocks)])

async function several(count: number, make: (index: number) => Promise<Hex>): Promise<Hex[]> {
  const hashes: Hex[] = []
  for (let index = 0; index < count; index++) hashes.push(await make(index))
  return hashes
}

async function page({ get }: TestApp, query = '') {
  // Let short-lived cache entries of the previous page expire.
  if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + 10_000)
  const response = await get(`/v1/account/eip155:31337:${me}/history?${query}`)
  if (!response.ok) return { status: response.status, problem: problem.parse(await response.json()) }
  const { data, next } = historyResponse.parse(await response.json()) as HistoryResponse
  return { status: response.status, hashes: data.map(({ metadata }) => metadata.hash), data, next }
}

/** Reads all pages; runs `between` after each. */
async function walk(test: TestApp, limit: number, between: () => Promise<unknown> = async () => {}) {
  const hashes: string[] = []
  let cursor: string | null | undefined
  do {
    const { hashes: some = [], next } = await page(test, `limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    hashes.push(...some)
    cursor = next
    await between()
  } while (cursor)
  return hashes
}

const gateway = (url = anvil.url) => createTestApp({ rpcUrls: { 'eip155:31337': [url] } })

const refuse =
  (methods: RegExp) =>
  ({ method }: { method: string }) =>
    methods.test(method) ? { error: { code: -32601, message: 'the method does not exist' } } : undefined

describe('history', () => {
  test('behavior: a page contains everything mined before the request', async () => {
    const test = await gateway()
    expect(await page(test)).toMatchObject({ data: [], next: null })
    const sent: Hex[] = []
    for (let count = 0; count < 8; count++) {
      sent.unshift(count % 2 ? await sendToken(me, friend, 1n) : await send(friend, me))
      expect((await page(test)).hashes).toEqual(sent)
    }
  })

  test('behavior: pages neither repeat nor skip while new blocks arrive', async () => {
    const hashes = await several(23, (index) => (index % 3 ? send(me, friend) : sendToken(friend, me, 5n)))
    const test = await gateway()
    expect(await walk(test, 4, () => send(friend, me))).toEqual([...hashes].reverse())
  })

  test('behavior: transactions of one block are neither repeated nor skipped at a page boundary', async () => {
    await anvil.rpc('evm_setAutomine', [false])
    const pending = (index: number) =>
      anvil.rpc('eth_sendTransaction', [{ from: me, to: friend, value: toHex(index + 1) }]) as Promise<Hex>
    const hashes = await several(7, pending)
    await mine(1)
    await anvil.rpc('evm_setAutomine', [true])
    const test = await gateway()
    const walked = await walk(test, 2)
    expect([...walked].sort()).toEqual([...hashes].sort())
    expect(await walk(test, 100)).toEqual(walked)
  })

  test('behavior: a reorganisation replaces its transactions, and cursors into it are stale', async () => {
    const old = await several(6, () => send(me, friend))
    const test = await gateway()
    const first = await page(test, 'limit=2')
    expect(first.hashes).toEqual([old[5], old[4]])
    const deeper = await page(test, `limit=2&cursor=${first.next}`)
    // Replace four blocks with empty ones.
    await anvil.rpc('anvil_reorg', [4, []])
    expect(await page(test, `limit=2&cursor=${first.next}`)).toMatchObject({
      status: 409,
      problem: { code: 'cursor-stale', type: '/problems/cursor-stale' },
    })
    expect((await page(test, `limit=2&cursor=${deeper.next}`)).status).toBe(409)
    expect((await page(test)).hashes).toEqual([old[1], old[0]])
    const again = await send(me, other)
    expect((await page(test)).hashes).toEqual([again, old[1], old[0]])
  })

  test('behavior: a cursor below the reorganised blocks stays valid', async () => {
    const old = await several(8, () => send(me, friend))
    const test = await gateway()
    const first = await page(test, 'limit=5')
    await anvil.rpc('anvil_reorg', [2, []])
    const rest = await page(test, `limit=5&cursor=${first.next}`)
    expect(rest).toMatchObject({ status: 200, next: null, hashes: [old[2], old[1], old[0]] })
  })

  test('behavior: a chain that became shorter, or was replaced by another one', async () => {
    const remaining = await several(3, () => send(me, friend))
    const snapshot = await anvil.rpc('evm_snapshot')
    await several(9, () => sendToken(me, friend, 1n))
    const test = await gateway()
    expect((await page(test)).hashes).toHaveLength(12)
    await anvil.rpc('evm_revert', [snapshot])
    expect((await page(test)).hashes).toEqual([...remaining].reverse())

    const fresh = await startAnvil(['--timestamp', '1700000000'])
    try {
      const moved = await createTestApp({
        rpcUrls: { 'eip155:31337': [fresh.url] },
        env: { PORTICO_DATA_DIR: test.services.config.dataDir.replace(/\/gateway$/, '') },
      })
      expect(await page(moved)).toMatchObject({ data: [], next: null })
    } finally {
      fresh.stop()
    }
  })

  test('behavior: indexed blocks are not read again, also after a restart', async () => {
    await several(5, () => send(me, friend))
    await mine(200)
    // A node that supports none of the search methods.
    const proxy = await startProxy({ url: anvil.url, before: refuse(/^(trace|ots|alchemy)_/) })
    const first = await gateway(proxy.url)
    const list = await walk(first, 3)
    const { dataDir } = first.services.config
    const before = proxy.seen.length
    const second = await createTestApp({
      rpcUrls: { 'eip155:31337': [proxy.url] },
      env: { PORTICO_DATA_DIR: dataDir.replace(/\/gateway$/, '') },
    })
    expect(await walk(second, 100)).toEqual(list)
    expect(before).toBeGreaterThan(200)
    expect(proxy.seen.length - before).toBeLessThan(20)
  })

  test('behavior: simultaneous requests read the chain once', async () => {
    await several(4, () => send(me, friend))
    await mine(300)
    const proxy = await startProxy({ url: anvil.url })
    const test = await gateway(proxy.url)
    const pages = await Promise.all(Array.from({ length: 8 }, () => page(test)))
    expect(new Set(pages.map(({ hashes }) => hashes?.join())).size).toBe(1)
    const blocks = proxy.seen.filter(
      ({ method, params }) => method === 'eth_getBlockByNumber' && (params as unknown[])[1],
    )
    const numbers = blocks.map(({ params }) => Number((params as string[])[0]))
    // The last three blocks may be read twice: with the tip and with the rest.
    expect(numbers.length).toBeLessThanOrEqual(new Set(numbers).size + 3)
  })

  test('behavior: a node that refuses large ranges gets requests for smaller ones', async () => {
    const old = await several(3, () => sendToken(me, friend, 1n))
    await mine(500)
    const recent = await sendToken(friend, me, 1n)
    const spans: number[] = []
    const proxy = await startProxy({
      url: anvil.url,
      before: ({ method, params }) => {
        if (method !== 'eth_getLogs') return undefined
        const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
        const span = Number(toBlock) - Number(fromBlock) + 1
        spans.push(span)
        if (span <= 100) return undefined
        return { error: { code: -32000, message: 'query exceeds max block range 100' } }
      },
    })
    const test = await gateway(proxy.url)
    expect(await walk(test, 10)).toEqual([recent, ...old.reverse()])
    expect(Math.max(...spans)).toBeGreaterThan(100)
  })

  test('behavior: hides zero-value transfers sent by others and shows those the account sent', async () => {
    const real = await sendToken(friend, me, 3n)
    await sendToken(me, other, 0n, friend)
    await sendToken(other, me, 0n, friend)
    await send(friend, me, 0n)
    const own = await sendToken(me, friend, 0n)
    const test = await gateway()
    expect((await page(test)).hashes).toEqual([own, real])
  })

  test('behavior: a page that would contain only spam is filled with older transactions', async () => {
    const real = await several(2, () => send(me, friend))
    await several(12, () => sendToken(me, other, 0n, friend))
    const test = await gateway()
    const first = await page(test, 'limit=1')
    expect(first.hashes).toEqual([real[1]])
    expect((await page(test, `limit=1&cursor=${first.next}`)).hashes).toEqual([real[0]])
  })

  test('behavior: shows failed transactions, approvals and contract creations', async () => {
    // A contract creation that succeeds, and a contract whose code always fails.
    const made = await transact({ from: me, data: '0x00', gas: '0x30d40' })
    const broken = `0x${'55'.repeat(20)}`
    await anvil.rpc('anvil_setCode', [broken, '0xfe'])
    const call = { from: me, to: broken, gas: '0x30d40' }
    const failed = await transact({ ...call, value: '0x1', data: '0x12345678' })
    const approval = `0x095ea7b3${pad(friend).slice(2)}${toHex(1n, { size: 32 }).slice(2)}`
    const approved = await transact({ from: me, to: token, data: approval, gas: '0x30d40' })
    const { data = [] } = await page(await gateway())
    expect(
      data.map(({ metadata: { hash, operationType, status } }) => [hash, operationType, status]),
    ).toEqual([
      [approved, 'approve', 'confirmed'],
      [failed, 'execute', 'failed'],
      [made, 'deploy', 'confirmed'],
    ])
    expect(data[1]?.transfers).toEqual([])
    expect(data[0]?.metadata).toMatchObject({ nonce: 2, chain: 'eip155:31337', application: null })
    expect(data[0]?.metadata.minedAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('error: refuses a cursor of another account or secret, and a changed cursor', async () => {
    await several(3, () => send(me, friend))
    const test = await gateway()
    const { next } = await page(test, 'limit=1')
    const theirs = await test.get(`/v1/account/eip155:31337:${friend}/history?cursor=${next}`)
    expect([theirs.status, problem.parse(await theirs.json()).errors?.[0]?.pointer]).toEqual([400, 'cursor'])
    expect((await page(await gateway(), `cursor=${next}`)).status).toBe(400)
    expect(
      (await page(test, `cursor=${next?.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A'))}`)).status,
    ).toBe(400)
  })
})

describe('history of long chains', () => {
  /** A chain with only the given transactions; `before` may replace the response to a request. */
  async function long(head: number, transactions: FakeTransaction[], before: Behaviour = () => undefined) {
    const chain = createFakeChain({ head, transactions })
    const node = await startUpstream({
      behave: async (request, response) => (await before(request, response)) ?? chain.answer(request),
    })
    const test = await gateway(node.url)
    const blocksRead = () =>
      node.seen.filter(({ method, params }) => method === 'eth_getBlockByNumber' && (params as unknown[])[1])
        .length
    return { ...chain, node, test, blocksRead }
  }
  const numberOf = ({ method, params }: SeenRequest) =>
    method === 'eth_getBlockByNumber' ? Number((params as string[])[0]) : Number.NaN

  test('behavior: blocks that cannot be read in time are left to the next page', async () => {
    const transactions = [5, 9990].map((block) => ({ block, from: me, to: friend }))
    let slow = true
    const { test, hashIn } = await long(10_000, transactions, async (request) => {
      // The clock stands still otherwise, so that the time limit does not depend on the machine.
      if (slow && numberOf(request) === 7000) vi.setSystemTime(Date.now() + 800)
      return undefined
    })
    const { hashes, next } = await page(test)
    expect(hashes).toEqual([hashIn(9990)])
    expect(next).not.toBeNull()
    slow = false
    expect(await page(test, `cursor=${next}`)).toMatchObject({ hashes: [hashIn(5)], next: null })
  })

  test('behavior: returns the first page before the whole chain has been read', async () => {
    const transactions = Array.from({ length: 30 }, (_, index) => ({
      block: 19_999 - index,
      from: me,
      to: friend,
    }))
    const { test, blocksRead, hashIn } = await long(20_000, transactions)
    const { hashes } = await page(test)
    expect(hashes).toEqual(transactions.slice(0, 25).map(({ block }) => hashIn(block)))
    expect(blocksRead()).toBeLessThan(3000)
  })

  test('behavior: keeps the blocks read before a node fails', async () => {
    let broken = true
    const transactions = [{ block: 5, from: me, to: friend }]
    const { test, node, hashIn, blocksRead } = await long(6000, transactions, (request) =>
      broken && numberOf(request) === 500
        ? { error: { code: -32000, message: 'missing trie node' } }
        : undefined,
    )
    expect((await page(test)).status).toBe(503)
    broken = false
    node.seen.length = 0
    expect((await page(test)).hashes).toEqual([hashIn(5)])
    expect(blocksRead()).toBeLessThan(2500)
  })

  test('behavior: a large chain is read by its logs, and by whole blocks only at its head', async () => {
    const token = `0x${'88'.repeat(20)}`
    const { test, node, hashIn, blocksRead } = await long(200_000, [
      { block: 150_000, from: friend, to: me, token },
      { block: 199_000, from: me, to: friend },
      { block: 199_999, from: me, to: friend },
    ])
    const { data, next } = await page(test)
    expect(data?.map(({ metadata: { hash, operationType } }) => [hash, operationType])).toEqual([
      // Without search methods, the coin transfer in block 199 000 cannot be found.
      [hashIn(199_999), 'send'],
      [hashIn(150_000), 'receive'],
    ])
    expect(next).toBeNull()
    expect(data?.[1]?.metadata.minedAt).toBe(new Date((1_700_000_000 + 150_000) * 1000).toISOString())
    expect(blocksRead()).toBeLessThanOrEqual(4)
    const spans = node.seen.flatMap(({ method, params }) => {
      if (method !== 'eth_getLogs') return []
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      return [Number(toBlock) - Number(fromBlock) + 1]
    })
    expect(Math.max(...spans)).toBe(10_000)
  })

  test('behavior: balances of a large chain do not wait until its logs are read', async () => {
    let cancelled = 0
    const { test } = await long(20_000_000, [], ({ method, params }, response) => {
      const [{ fromBlock }] = params as [{ fromBlock?: string }]
      // The node returns recent logs at once and older logs never.
      if (method !== 'eth_getLogs' || Number(fromBlock) >= 19_999_990) return undefined
      return new Promise((resolve) => {
        response.once('close', () => {
          cancelled++
          resolve('')
        })
      })
    })
    expect((await test.get(`/v1/account/eip155:31337:${me}/balance`)).status).toBe(200)
    // The balances were returned before any request for older logs was cancelled.
    expect(cancelled).toBe(0)
  })

  test('error: if one chain fails, the other chain is listed, and the list ends with an error instead of endless empty pages', async () => {
    const chain = createFakeChain({
      head: 100,
      transactions: [5, 50].map((block) => ({ block, from: me, to: friend })),
    })
    const node = await startUpstream({ behave: chain.answer })
    const rpcUrls = { 'eip155:31337': [node.url], 'eip155:31338': [await deadUrl()] }
    const test = await createTestApp({ rpcUrls })
    const ask = (address: string, query = '') => test.get(`/v1/account/${address}/history?limit=1${query}`)
    const hashes: string[] = []
    let response = await ask(me)
    while (response.ok) {
      expect(response.headers.get('server-timing')).toBe('missing;desc="eip155:31338"')
      const { data, next } = (await response.json()) as HistoryResponse
      hashes.push(...data.map(({ metadata }) => metadata.hash))
      response = await ask(me, `&cursor=${next}`)
    }
    expect(hashes).toEqual([chain.hashIn(50), chain.hashIn(5)])
    expect(response.status).toBe(503)
    // An account without activity has an empty list, not an error.
    expect(await (await ask(other)).json()).toMatchObject({ data: [], next: expect.any(String) })
  })
})
