import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { keccak256 } from 'viem/utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { saysStatus } from '../../../testing/faults.ts'
import { type Behaviour, deadUrl, startUpstream } from '../../../testing/startUpstream.ts'
import type { OnHedge, OnUpstream } from '../../shared/upstreams/UpstreamPool.ts'
import { UpstreamsFailedError } from '../../shared/upstreams/UpstreamsFailedError.ts'
import { createEvmUpstreams } from './createEvmUpstreams.ts'

const says =
  (result: unknown): Behaviour =>
  ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x64' : result })

/** Creates upstreams with the given behaviours. */
async function setUp(
  behaviours: Behaviour[],
  options: { consensus?: boolean; onHedge?: OnHedge; onUpstream?: OnUpstream } = {},
) {
  const upstreams = await Promise.all(behaviours.map((behave) => startUpstream({ chainId: '0x1', behave })))
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const urls = upstreams.map(({ url }) => url)
  const made = createEvmUpstreams({
    chain: 'eip155:1',
    urls,
    dispatcher,
    log: createLog({ level: 'silent' }),
    ...options,
  })
  onTestFinished(() => made.close())
  const send = (method: string, params: unknown[] = []) =>
    made.send({ method, params: JSON.stringify(params) }, { deadline: Date.now() + 9000 })
  const seen = () => upstreams.map((upstream) => upstream.seen.length)
  return { upstreams, send, seen, made }
}

describe('order of upstreams', () => {
  test('behavior: a failing upstream is excluded, gets recovery probes, and comes back', async () => {
    let isWell = false
    const sick: Behaviour = (request, response) =>
      isWell ? says('sick')(request, response) : saysStatus(500)(request, response)
    const { send, upstreams } = await setUp([sick, says('well')])
    const first = await Promise.all(Array.from({ length: 30 }, () => send('eth_gasPrice')))
    for (let count = 0; count < 60; count++) first.push(await send('eth_gasPrice'))
    expect(first.every(({ text }) => text === '"well"')).toBe(true)
    const seenBefore = upstreams[0]?.seen.length ?? 0
    expect(seenBefore).toBeLessThan(60)
    isWell = true
    // Recovery probes detect that it is healthy again; no client waits for them.
    await vi.waitFor(
      async () => {
        await send('eth_gasPrice')
        expect(upstreams[0]?.seen.length).toBeGreaterThan(seenBefore)
      },
      { timeout: 20_000, interval: 20 },
    )
  }, 60_000)

  test('behavior: a fast upstream comes before a slow one', async () => {
    const slow: Behaviour = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { result: 'slow' }
    }
    const { send } = await setUp([slow, says('fast')])
    const answers: string[] = []
    for (let count = 0; count < 20; count++) answers.push((await send('eth_gasPrice')).text)
    expect(answers.filter((text) => text === '"fast"').length).toBeGreaterThan(15)
  })

  test('behavior: retries at unhealthy upstreams are at most a fifth of the traffic', async () => {
    const { send, seen } = await setUp([saysStatus(500)])
    const calls = 200
    await Promise.all(
      Array.from({ length: calls }, () => expect(send('eth_gasPrice')).rejects.toThrow(UpstreamsFailedError)),
    )
    // One try each, the saved retries, a fifth of the traffic, and retries before the upstream counted as unhealthy.
    expect(seen()[0]).toBeLessThan(calls * 1.2 + 50 + calls)
    const before = seen()[0] as number
    await Promise.all(
      Array.from({ length: calls }, () => expect(send('eth_gasPrice')).rejects.toThrow(UpstreamsFailedError)),
    )
    expect((seen()[0] as number) - before).toBeLessThanOrEqual(calls * 1.2 + 1)
  }, 60_000)

  test('behavior: three upstreams, one of them dead: every request is answered', async () => {
    const good = await startUpstream({ chainId: '0x1', behave: says('good') })
    const dispatcher = new Agent()
    onTestFinished(() => dispatcher.destroy())
    const made = createEvmUpstreams({
      chain: 'eip155:1',
      urls: [await deadUrl(), `${good.url}/one`, `${good.url}/two`],
      dispatcher,
      log: createLog({ level: 'silent' }),
    })
    onTestFinished(() => made.close())
    const answers = await Promise.all(
      Array.from({ length: 300 }, () =>
        made.send({ method: 'eth_gasPrice', params: '[]' }, { deadline: Date.now() + 9000 }),
      ),
    )
    expect(answers.every(({ text }) => text === '"good"')).toBe(true)
  }, 60_000)

  test('behavior: an upstream that lacks a block of the chain is behind', async () => {
    const behind: Behaviour = ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x63' : null })
    const { send } = await setUp([behind, says({ number: '0x64' })])
    expect((await send('eth_getBlockByNumber', ['0x64', false])).text).toBe('{"number":"0x64"}')
    const none = await setUp([behind, behind])
    expect((await none.send('eth_getBlockByNumber', ['0x63', false])).text).toBe('null')
    expect((await none.send('eth_getBlockByNumber', ['0x100', false])).text).toBe('null')
  })
})

describe('hedging', () => {
  test('behavior: the second upstream wins against one that hangs', async () => {
    const onHedge = vi.fn()
    const { send } = await setUp([() => undefined, says('second')], { onHedge })
    const answer = await send('eth_gasPrice')
    expect([answer.text, answer.upstream?.index]).toEqual(['"second"', 1])
    expect(onHedge).toHaveBeenCalledWith({ chain: 'eip155:1', winner: 'second' })
  })

  test('behavior: the slower request is cancelled', async () => {
    const onUpstream = vi.fn()
    const { send } = await setUp([() => undefined, says('second')], { onUpstream })
    await send('eth_gasPrice')
    await vi.waitFor(() =>
      expect(onUpstream).toHaveBeenCalledWith(
        expect.objectContaining({ method: 'eth_gasPrice', outcome: 'cancelled' }),
      ),
    )
  })

  test('behavior: filters, which exist in one upstream, are not hedged', async () => {
    const slow: Behaviour = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      return { result: '0x1' }
    }
    const { send, seen } = await setUp([slow, slow])
    await send('eth_newBlockFilter')
    expect(seen().reduce((sum, count) => sum + count, 0)).toBe(1)
  })
})

describe('eth_sendRawTransaction', () => {
  const raw = '0x02f8aa'
  const hash = keccak256(raw)
  const refuses =
    (message: string): Behaviour =>
    () => ({ error: { code: -32000, message } })

  test('behavior: goes to two upstreams, and one success is enough', async () => {
    const { send, seen } = await setUp([refuses('insufficient funds'), says(hash), says(hash)])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
    await vi.waitFor(() => expect(seen().reduce((sum, count) => sum + count, 0)).toBe(2))
  })

  test('behavior: succeeds with one dead upstream', async () => {
    const { send } = await setUp([saysStatus(503), says(hash)])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
  })

  test('behavior: an error of both upstreams is returned unchanged, without a retry', async () => {
    const { send, seen } = await setUp([refuses('insufficient funds'), refuses('insufficient funds')])
    const answer = await send('eth_sendRawTransaction', [raw])
    expect(answer).toMatchObject({ kind: 'error', error: { code: -32000, message: 'insufficient funds' } })
    expect(seen()).toEqual([1, 1])
  })

  test('behavior: a lost response followed by "already known" is a success', async () => {
    const { send } = await setUp([saysStatus(504), refuses('already known')])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
  })
})

describe('consensus', () => {
  test('behavior: two of three upstreams must agree', async () => {
    const { send } = await setUp([says('0xbad'), says('0x1'), says('0x1')], { consensus: true })
    for (let count = 0; count < 5; count++)
      expect((await send('eth_getBalance', ['0xa', '0x1'])).text).toBe('"0x1"')
    // Other methods need no quorum.
    expect((await send('eth_gasPrice')).kind).toBe('result')
  })

  test('error: without two that agree, the request fails', async () => {
    const { send } = await setUp([says('0x1'), says('0x2'), says('0x3')], { consensus: true })
    await expect(send('eth_call', [{}, '0x1'])).rejects.toMatchObject({ reasons: ['disagreement'] })
  })
})

describe('filters', () => {
  test('behavior: a filter is read from the upstream that created it', async () => {
    const { sendFilterRequest } = await import('./sendFilterRequest.ts')
    const node =
      (name: string): Behaviour =>
      ({ method, params }) => ({ result: method === 'eth_newFilter' ? '0xab' : [name, params] })
    const { made } = await setUp([node('first'), node('second'), node('third')])
    for (let count = 0; count < 5; count++) {
      const options = { deadline: Date.now() + 9000 }
      const { text, upstream } = await sendFilterRequest(
        made,
        { method: 'eth_newFilter', params: '[{}]' },
        options,
      )
      expect(text).toBe(`"0xab0${upstream?.index}"`)
      const read = { method: 'eth_getFilterChanges', params: `[${text}]` }
      const name = ['first', 'second', 'third'][upstream?.index ?? 9]
      expect((await sendFilterRequest(made, read, options)).text).toBe(`["${name}",["0xab"]]`)
    }
  })
})

describe('batches', () => {
  test('behavior: one answer that another upstream might have does not end batching', async () => {
    const missing: Behaviour = ({ method }) =>
      method === 'eth_getBalance'
        ? { error: { code: -32000, message: 'missing trie node' } }
        : { result: '0x1' }
    const { upstreams, made } = await setUp([missing])
    const ask = (methods: readonly string[]) =>
      made.sendMany(
        methods.map((method) => ({ method, params: '[]' })),
        // Once only, so that nothing waits between tries.
        { deadline: Date.now() + 9000, allow: () => true },
      )
    const first = await ask(['eth_gasPrice', 'eth_getBalance'])
    expect(first.map(({ kind }) => kind)).toEqual(['result', 'error'])
    const exchanges = () => upstreams[0]?.headers.length
    const before = exchanges() ?? 0
    await ask(['eth_gasPrice', 'eth_gasPrice', 'eth_gasPrice'])
    expect(exchanges()).toBe(before + 1)
  })

  test('behavior: a call with a budget asks only upstreams that have some left', async () => {
    const { made, seen } = await setUp([says('0x1'), says('0x2')])
    const calls: [number, number][] = []
    const allow = (use: { upstream: number; calls: number }) => {
      calls.push([use.upstream, use.calls])
      return use.upstream === 1
    }
    const deadline = Date.now() + 9000
    const request = { method: 'eth_gasPrice', params: '[]' }
    const [one] = await made.sendMany([request, request, request], { deadline, allow })
    const two = await made.send(request, { deadline, allow })
    expect([one, two]).toMatchObject([{ result: '0x2' }, { result: '0x2' }])
    expect(calls).toContainEqual([1, 3])
    expect(calls).toContainEqual([1, 1])
    expect(seen()[0]).toBe(0)
    await expect(made.send(request, { deadline, allow: () => false })).rejects.toMatchObject({ tried: 0 })
  })
})
