import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFakeHeads } from '../testing/createFakeHeads.ts'
import { type Behaviour, startUpstream } from '../testing/startUpstream.ts'
import { createAnswerCache } from './createAnswerCache.ts'
import { createPipeline } from './createPipeline.ts'
import { createUpstreams } from './createUpstreams.ts'
import type { RpcCache } from './RpcCache.ts'

const mainnet = { chain: 'eip155:1', chainId: '0x1' } as const

/** A pipeline over a node that counts its answers, at block 1000, on a clock of its own. */
async function pipeline({
  behave,
  number = 1000,
  shared,
  chain = mainnet,
}: {
  behave?: Behaviour
  number?: number
  shared?: RpcCache
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
  const nodes = createUpstreams({ chain: chain.chain, urls: [node.url], dispatcher, log })
  const heads = createFakeHeads({ number })
  const cache = createAnswerCache({ now })
  const made = createPipeline({ nodes, heads, cache, shared, now })
  onTestFinished(() => made.close())
  // Nodes are asked by the real clock.
  const options = () => ({ deadline: Date.now() + 1e15 })
  const ask = async (method: string, ...params: unknown[]) =>
    made.send({ method, params: JSON.stringify(params) }, options())
  const text = async (method: string, ...params: unknown[]) => (await ask(method, ...params)).text
  return { node, heads, clock, ask, text, pipeline: made, options, cache }
}

describe('createPipeline', () => {
  test('behavior: many who ask the same at the same time are one, in whatever words', async () => {
    const { node, ask, pipeline: made, options } = await pipeline()
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => ask('eth_call', { to: '0xAb', data: '0x' }, 'latest')),
      made.send({ method: 'eth_call', params: '[ {"data":"0x","to":"0xab"} ]' }, options()),
    ])
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['"0x1"']))
    expect(node.seen).toHaveLength(1)
  })

  test('behavior: numbers that a double cannot tell apart are not the same', async () => {
    const { pipeline: made, options } = await pipeline()
    const send = (params: string) => made.send({ method: 'eth_getBalance', params }, options())
    const [one, two] = await Promise.all([send('[9007199254740993,"0x1"]'), send('[9007199254740992,"0x1"]')])
    expect(one.text).not.toBe(two.text)
  })

  test('behavior: latest becomes the number of the head, and is kept until the next one', async () => {
    const { node, heads, text } = await pipeline()
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x1"')
    expect(await text('eth_getBalance', '0xa')).toBe('"0x1"')
    expect(await text('eth_getBalance', '0xa', '0x3e8')).toBe('"0x1"')
    expect(node.seen[0]?.params).toEqual(['0xa', '0x3e8'])
    heads.mine()
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x2"')
    expect(node.seen[1]?.params).toEqual(['0xa', '0x3e9'])
    // What held at the block before still does.
    expect(await text('eth_getBalance', '0xa', '0x3e8')).toBe('"0x1"')
  })

  test('behavior: prices hold until the next block, and no longer than blocks take', async () => {
    const { heads, clock, text } = await pipeline()
    expect([await text('eth_gasPrice'), await text('eth_gasPrice')]).toEqual(['"0x1"', '"0x1"'])
    heads.mine()
    expect(await text('eth_gasPrice')).toBe('"0x2"')
    clock.now += 13_000
    expect(await text('eth_gasPrice')).toBe('"0x3"')
  })

  test('behavior: what cannot be reorganised is kept for good, what can for ten seconds', async () => {
    const { clock, text } = await pipeline()
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

  test('behavior: a reorganisation drops what it replaced and nothing else', async () => {
    const { heads, text } = await pipeline()
    const at = (number: number) => text('eth_getBalance', '0xa', `0x${number.toString(16)}`)
    expect([await at(990), await at(998), await at(1000)]).toEqual(['"0x1"', '"0x2"', '"0x3"'])
    heads.reorg(998)
    heads.mine({ number: 1001 })
    expect([await at(990), await at(998), await at(1000)]).toEqual(['"0x1"', '"0x4"', '"0x5"'])
  })

  test('behavior: an answer from before a reorganisation that comes after it is not kept', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    let count = 0
    const { heads, text, node } = await pipeline({
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

  test('behavior: a receipt that is not there yet is asked for again, one that is there is not', async () => {
    let mined = false
    const { node, text } = await pipeline({
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

  test('behavior: who has seen a receipt of a later block reads the balance of that block', async () => {
    const { node, text } = await pipeline({
      behave: ({ method }) => ({
        result: method === 'eth_getTransactionReceipt' ? { blockNumber: '0x3e9' } : '0x1',
      }),
    })
    await text('eth_getBalance', '0xa', 'latest')
    await text('eth_getTransactionReceipt', '0xaa')
    await text('eth_getBalance', '0xa', 'latest')
    expect(node.seen.map(({ params }) => params)).toEqual([['0xa', '0x3e8'], ['0xaa'], ['0xa', '0x3e9']])
  })

  test('behavior: a head no node has is not insisted on', async () => {
    const { text } = await pipeline({
      behave: ({ params }) =>
        (params as string[])[1] === 'latest'
          ? { result: '0x1' }
          : { error: { code: -32000, message: 'header not found' } },
    })
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x1"')
  })

  test('behavior: the newest block never falls', async () => {
    const { text } = await pipeline({ behave: () => ({ result: '0x3e5' }) })
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
  ])('behavior: %s %j is never kept', async (method, params) => {
    const { text } = await pipeline()
    expect(await text(method, ...params)).not.toBe(await text(method, ...params))
  })

  test('behavior: errors are not kept', async () => {
    let count = 0
    const { text } = await pipeline({
      behave: () => ({ error: { code: 3, message: `execution reverted: ${++count}` } }),
    })
    expect(await text('eth_call', {}, '0x1')).not.toBe(await text('eth_call', {}, '0x1'))
  })

  test('behavior: a fresh read passes by everything but what can never change', async () => {
    const { node, text, pipeline: made, options } = await pipeline()
    const fresh = (params: string) =>
      made.send({ method: 'eth_getBalance', params }, { ...options(), fresh: true })
    await text('eth_getBalance', '0xa', 'latest')
    await fresh('["0xa","latest"]')
    expect(node.seen[1]?.params).toEqual(['0xa', 'latest'])
    await text('eth_getBalance', '0xa', '0x1')
    expect((await fresh('["0xa","0x1"]')).cache).toBe('HIT')
  })

  test('behavior: the head is followed while clients ask, and 30 s longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { heads, clock, text, pipeline: made, options } = await pipeline()
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
    // And nothing is kept of what might be reorganised meanwhile.
    expect(await text('eth_gasPrice')).toBe('"0x3"')
  })

  test('behavior: a local chain is believed for a moment only, as it changes without blocks', async () => {
    const { clock, text } = await pipeline({ chain: { chain: 'eip155:31337', chainId: '0x7a69' } })
    const old = () => text('eth_getBalance', '0xa', '0x1')
    expect([await old(), await old()]).toEqual(['"0x1"', '"0x1"'])
    clock.now += 300
    expect(await old()).toBe('"0x2"')
    await text('eth_getBalance', '0xa', 'latest')
    await text('eth_sendRawTransaction', '0x02aa')
    expect(await text('eth_getBalance', '0xa', 'latest')).toBe('"0x5"')
  })

  test('behavior: what never changes is shared with other processes, and their failures are nobody’s', async () => {
    const kept = new Map<string, string>()
    const shared: RpcCache = {
      get: async (key) => kept.get(key),
      set: async (key, value) => void kept.set(key, value),
    }
    const one = await pipeline({ shared })
    await one.text('eth_getBalance', '0xa', '0x1')
    await one.text('eth_getBalance', '0xa', 'latest')
    expect([...kept.values()]).toEqual(['"0x1"'])
    expect([...kept.keys()][0]).toMatch(/^rpc:[\w-]{43}$/)
    const two = await pipeline({ shared })
    expect((await two.ask('eth_getBalance', '0xa', '0x1')).cache).toBe('HIT')
    expect(two.node.seen).toHaveLength(0)
    const broken: RpcCache = {
      get: () => Promise.reject(new Error()),
      set: () => Promise.reject(new Error()),
    }
    const three = await pipeline({ shared: broken })
    expect(await three.text('eth_getBalance', '0xa', '0x1')).toBe('"0x1"')
  })
})

describe('createAnswerCache', () => {
  test('behavior: holds no more than its bytes, and forgets who was not asked for', () => {
    let now = 0
    const cache = createAnswerCache({ maxBytes: 100_000, now: () => now })
    const entry = { kind: 'head', chain: 'eip155:1', block: 1, until: Number.POSITIVE_INFINITY } as const
    for (let index = 0; index < 200; index++, now += 2000) {
      cache.set(`key ${index}`, { ...entry, text: 'x'.repeat(1000) })
      cache.get('key 0')
    }
    expect(cache.bytes()).toBeLessThanOrEqual(100_000)
    expect(cache.get('key 0')).toBeDefined()
    expect(cache.get('key 1')).toBeUndefined()
    expect(cache.get('key 199')).toBeDefined()
    cache.set('huge', { ...entry, text: 'x'.repeat(5_000_000) })
    expect(cache.get('huge')).toBeUndefined()
  })
})
