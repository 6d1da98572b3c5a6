import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFakeHeads } from '../../../testing/createFakeHeads.ts'
import { type Behaviour, startUpstream } from '../../../testing/startUpstream.ts'
import { createEvmUpstreams } from '../upstreams/createEvmUpstreams.ts'
import { createCachedUpstreams } from './createCachedUpstreams.ts'
import { createResponseCache } from './createResponseCache.ts'
import type { SharedRpcCache } from './SharedRpcCache.ts'

const mainnet = { chain: 'eip155:1', chainId: '0x1' } as const

/** Creates cached upstreams over one upstream that counts its answers, at block 1000, with a manual clock. */
async function setUp({
  behave,
  number = 1000,
  shared,
  chain = mainnet,
}: {
  behave?: Behaviour
  number?: number
  shared?: SharedRpcCache
  chain?: { chain: `eip155:${string}`; chainId: string }
} = {}) {
  let count = 0
  const counting: Behaviour = () => ({ result: `0x${(++count).toString(16)}` })
  const node = await startUpstream({ chainId: chain.chainId, behave: behave ?? counting })
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const clock = { now: 1_700_000_000_000 }
  const now = () => clock.now
  const log = createLog({ level: 'silent' })
  const upstreams = createEvmUpstreams({ chain: chain.chain, urls: [node.url], dispatcher, log })
  const heads = createFakeHeads({ number })
  const cache = createResponseCache({ now })
  const made = createCachedUpstreams({ upstreams, heads, cache, shared, now })
  onTestFinished(() => made.close())
  // The upstreams use the real clock.
  const options = () => ({ deadline: Date.now() + 1e15 })
  const ask = async (method: string, ...params: unknown[]) =>
    made.send({ method, params: JSON.stringify(params) }, options())
  const text = async (method: string, ...params: unknown[]) => (await ask(method, ...params)).text
  return { node, heads, clock, ask, text, cached: made, options, cache }
}

describe('createCachedUpstreams', () => {
  test('behavior: identical concurrent requests are coalesced, however they are spelled', async () => {
    const { node, ask, cached: made, options } = await setUp()
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => ask('eth_call', { to: '0xAb', data: '0x' }, 'latest')),
      made.send({ method: 'eth_call', params: '[ {"data":"0x","to":"0xab"} ]' }, options()),
    ])
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['"0x1"']))
    expect(node.seen).toHaveLength(1)
  })

  test('behavior: numbers that differ beyond double precision are different requests', async () => {
    const { cached: made, options } = await setUp()
    const send = (params: string) => made.send({ method: 'eth_getBalance', params }, options())
    const [one, two] = await Promise.all([send('[9007199254740993,"0x1"]'), send('[9007199254740992,"0x1"]')])
    expect(one.text).not.toBe(two.text)
  })

  test('behavior: latest becomes the number of the head, and is cached until the next block', async () => {
    const { node, heads, text } = await setUp()
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x1"')
    expect(await text('eth_getBalance', '0xa')).toBe('"0x1"')
    expect(await text('eth_getBalance', '0xa', '0x3e8')).toBe('"0x1"')
    expect(node.seen[0]?.params).toEqual(['0xa', '0x3e8'])
    heads.mine()
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x2"')
    expect(node.seen[1]?.params).toEqual(['0xa', '0x3e9'])
    // A result about the block before is still cached.
    expect(await text('eth_getBalance', '0xa', '0x3e8')).toBe('"0x1"')
  })

  test('behavior: gas prices are cached until the next block, and at most 12 s', async () => {
    const { heads, clock, text } = await setUp()
    expect([await text('eth_gasPrice'), await text('eth_gasPrice')]).toEqual(['"0x1"', '"0x1"'])
    heads.mine()
    expect(await text('eth_gasPrice')).toBe('"0x2"')
    clock.now += 13_000
    expect(await text('eth_gasPrice')).toBe('"0x3"')
  })

  test('behavior: results about final blocks are cached for good, others for ten seconds', async () => {
    const { clock, text } = await setUp()
    const old = () => text('eth_getBalance', '0xa', '0x2e8')
    const young = () => text('eth_getBalance', '0xa', '0x2e9')
    expect([await old(), await young(), await old(), await young()]).toEqual([
      '"0x1"',
      '"0x2"',
      '"0x1"',
      '"0x2"',
    ])
    clock.now += 10_001
    expect([await old(), await young()]).toEqual(['"0x1"', '"0x3"'])
  })

  test('behavior: a reorganisation drops only results about replaced blocks', async () => {
    const { heads, text } = await setUp()
    const at = (number: number) => text('eth_getBalance', '0xa', `0x${number.toString(16)}`)
    expect([await at(990), await at(998), await at(1000)]).toEqual(['"0x1"', '"0x2"', '"0x3"'])
    heads.reorg(998)
    heads.mine({ number: 1001 })
    expect([await at(990), await at(998), await at(1000)]).toEqual(['"0x1"', '"0x4"', '"0x5"'])
  })

  test('behavior: a result that arrives after a reorganisation but was requested before it is not cached', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let count = 0
    const { heads, text, node } = await setUp({
      behave: async () => {
        const result = `0x${++count}`
        if (count === 1) await gate
        return { result }
      },
    })
    const late = text('eth_getBalance', '0xa', '0x3e0')
    await vi.waitFor(() => expect(node.seen).toHaveLength(1))
    heads.reorg(900)
    release()
    expect(await late).toBe('"0x1"')
    expect(await text('eth_getBalance', '0xa', '0x3e0')).toBe('"0x2"')
  })

  test('behavior: a missing receipt is requested again, a receipt is cached', async () => {
    let mined = false
    const { node, text } = await setUp({
      behave: () => ({ result: mined ? { blockNumber: '0x3e0', status: '0x1' } : null }),
    })
    const receipt = () => text('eth_getTransactionReceipt', '0xaa')
    expect([await receipt(), await receipt()]).toEqual(['null', 'null'])
    mined = true
    expect([await receipt(), await receipt()]).toEqual([
      '{"blockNumber":"0x3e0","status":"0x1"}',
      '{"blockNumber":"0x3e0","status":"0x1"}',
    ])
    expect(node.seen).toHaveLength(3)
  })

  test('behavior: after a receipt of a later block, balances are read at that block', async () => {
    const { node, text } = await setUp({
      behave: ({ method }) => ({
        result: method === 'eth_getTransactionReceipt' ? { blockNumber: '0x3e9' } : '0x1',
      }),
    })
    await text('eth_getBalance', '0xa', 'latest')
    await text('eth_getTransactionReceipt', '0xaa')
    await text('eth_getBalance', '0xa', 'latest')
    expect(node.seen.map(({ params }) => params)).toEqual([['0xa', '0x3e8'], ['0xaa'], ['0xa', '0x3e9']])
  })

  test('behavior: a head that no upstream has is not used', async () => {
    const { text } = await setUp({
      behave: ({ params }) =>
        (params as string[])[1] === 'latest'
          ? { result: '0x1' }
          : { error: { code: -32000, message: 'header not found' } },
    })
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x1"')
  })

  test('behavior: the newest block number never falls', async () => {
    const { text } = await setUp({ behave: () => ({ result: '0x3e5' }) })
    expect(await text('eth_blockNumber')).toBe('"0x3e8"')
  })

  test.each([
    ['eth_getTransactionCount', ['0xa', 'latest']],
    ['eth_getTransactionCount', ['0xa', 'pending']],
    ['eth_getBalance', ['0xa', 'pending']],
    ['eth_feeHistory', ['0x1', 'pending', []]],
    ['eth_newFilter', [{}]],
    ['eth_getFilterChanges', ['0x1']],
    ['eth_sendRawTransaction', ['0x02aa']],
    ['eth_getBalance', ['0xa', '0x3e9']],
  ])('behavior: %s %j is never cached', async (method, params) => {
    const { text } = await setUp()
    expect(await text(method, ...params)).not.toBe(await text(method, ...params))
  })

  test('behavior: errors are not cached', async () => {
    let count = 0
    const { text } = await setUp({
      behave: () => ({ error: { code: 3, message: `execution reverted: ${++count}` } }),
    })
    expect(await text('eth_call', {}, '0x1')).not.toBe(await text('eth_call', {}, '0x1'))
  })

  test('behavior: a fresh read bypasses the cache except for immutable results', async () => {
    const { node, text, cached: made, options } = await setUp()
    const fresh = (params: string) =>
      made.send({ method: 'eth_getBalance', params }, { ...options(), fresh: true })
    await text('eth_getBalance', '0xa', 'latest')
    await fresh('["0xa","latest"]')
    expect(node.seen[1]?.params).toEqual(['0xa', 'latest'])
    await text('eth_getBalance', '0xa', '0x1')
    expect((await fresh('["0xa","0x1"]')).cache).toBe('HIT')
  })

  test('behavior: the head is followed while clients send requests, and 30 s longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { heads, clock, text, cached: made, options } = await setUp()
    await made.send({ method: 'eth_gasPrice', params: '[]' }, { ...options(), fresh: true })
    expect(heads.listeners()).toBe(0)
    expect(await text('eth_gasPrice')).toBe('"0x2"')
    expect(heads.listeners()).toBe(1)
    clock.now += 20_000
    vi.advanceTimersByTime(20_000)
    expect(heads.listeners()).toBe(1)
    clock.now += 20_000
    vi.advanceTimersByTime(20_000)
    expect(heads.listeners()).toBe(0)
    // Results that may have been reorganised meanwhile are dropped.
    expect(await text('eth_gasPrice')).toBe('"0x3"')
  })

  test('behavior: results of a local chain are cached briefly, as it changes without new blocks', async () => {
    const { clock, text } = await setUp({ chain: { chain: 'eip155:31337', chainId: '0x7a69' } })
    const old = () => text('eth_getBalance', '0xa', '0x1')
    expect([await old(), await old()]).toEqual(['"0x1"', '"0x1"'])
    clock.now += 300
    expect(await old()).toBe('"0x2"')
    await text('eth_getBalance', '0xa', 'latest')
    await text('eth_sendRawTransaction', '0x02aa')
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x5"')
  })

  test('behavior: immutable results are shared with other processes, and failures of the shared cache are ignored', async () => {
    const stored = new Map<string, string>()
    const shared: SharedRpcCache = {
      get: async (key) => stored.get(key),
      set: async (key, value) => void stored.set(key, value),
    }
    const one = await setUp({ shared })
    await one.text('eth_getBalance', '0xa', '0x1')
    await one.text('eth_getBalance', '0xa', 'latest')
    expect([...stored.values()]).toEqual(['"0x1"'])
    expect([...stored.keys()][0]).toMatch(/^rpc:[\w-]{43}$/)
    const two = await setUp({ shared })
    expect((await two.ask('eth_getBalance', '0xa', '0x1')).cache).toBe('HIT')
    expect(two.node.seen).toHaveLength(0)
    const broken: SharedRpcCache = {
      get: () => Promise.reject(new Error()),
      set: () => Promise.reject(new Error()),
    }
    const three = await setUp({ shared: broken })
    expect(await three.text('eth_getBalance', '0xa', '0x1')).toBe('"0x1"')
  })
})
