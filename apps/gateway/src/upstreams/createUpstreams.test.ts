import { createLog } from '@portico/server'
import { Agent } from 'undici'
import { keccak256 } from 'viem/utils'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { saysStatus } from '../testing/faults.ts'
import { type Behaviour, deadUrl, startUpstream } from '../testing/startUpstream.ts'
import { createUpstreams, type OnHedge, type OnUpstream } from './createUpstreams.ts'
import { UpstreamsFailedError } from './UpstreamsFailedError.ts'

const says =
  (result: unknown): Behaviour =>
  ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x64' : result })

/** Nodes that behave so. */
async function nodes(
  behaviours: Behaviour[],
  options: { consensus?: boolean; onHedge?: OnHedge; onUpstream?: OnUpstream } = {},
) {
  const upstreams = await Promise.all(behaviours.map((behave) => startUpstream({ chainId: '0x1', behave })))
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const urls = upstreams.map(({ url }) => url)
  const made = createUpstreams({
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

describe('the order of nodes', () => {
  test('behavior: a node that fails is left out, hears copies now and then, and comes back', async () => {
    let isWell = false
    const sick: Behaviour = (request, response) =>
      isWell ? says('sick')(request, response) : saysStatus(500)(request, response)
    const { send, upstreams } = await nodes([sick, says('well')])
    const first = await Promise.all(Array.from({ length: 30 }, () => send('eth_gasPrice')))
    for (let count = 0; count < 60; count++) first.push(await send('eth_gasPrice'))
    expect(first.every(({ text }) => text === '"well"')).toBe(true)
    const heard = upstreams[0]?.seen.length ?? 0
    expect(heard).toBeLessThan(60)
    isWell = true
    // Copies tell that it is well; nobody's answer depends on them.
    await vi.waitFor(
      async () => {
        await send('eth_gasPrice')
        expect(upstreams[0]?.seen.length).toBeGreaterThan(heard)
      },
      { timeout: 20_000, interval: 20 },
    )
  }, 60_000)

  test('behavior: a fast node comes before a slow one', async () => {
    const slow: Behaviour = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { result: 'slow' }
    }
    const { send } = await nodes([slow, says('fast')])
    const answers: string[] = []
    for (let count = 0; count < 20; count++) answers.push((await send('eth_gasPrice')).text)
    expect(answers.filter((text) => text === '"fast"').length).toBeGreaterThan(15)
  })

  test('behavior: retries to nodes that are not well are at most a fifth of the traffic', async () => {
    const { send, seen } = await nodes([saysStatus(500)])
    const calls = 200
    await Promise.all(
      Array.from({ length: calls }, () => expect(send('eth_gasPrice')).rejects.toThrow(UpstreamsFailedError)),
    )
    // Each once, what was saved up for retries, a fifth, and those before it was known to be unwell.
    expect(seen()[0]).toBeLessThan(calls * 1.2 + 50 + calls)
    const before = seen()[0] as number
    await Promise.all(
      Array.from({ length: calls }, () => expect(send('eth_gasPrice')).rejects.toThrow(UpstreamsFailedError)),
    )
    expect((seen()[0] as number) - before).toBeLessThanOrEqual(calls * 1.2 + 1)
  }, 60_000)

  test('behavior: three nodes of which one is dead: all is answered', async () => {
    const good = await startUpstream({ chainId: '0x1', behave: says('good') })
    const dispatcher = new Agent()
    onTestFinished(() => dispatcher.destroy())
    const made = createUpstreams({
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

  test('behavior: a node that has no block the chain has is behind', async () => {
    const behind: Behaviour = ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x63' : null })
    const { send } = await nodes([behind, says({ number: '0x64' })])
    expect((await send('eth_getBlockByNumber', ['0x64', false])).text).toBe('{"number":"0x64"}')
    const none = await nodes([behind, behind])
    expect((await none.send('eth_getBlockByNumber', ['0x63', false])).text).toBe('null')
    expect((await none.send('eth_getBlockByNumber', ['0x100', false])).text).toBe('null')
  })
})

describe('hedging', () => {
  test('behavior: a second node is asked beside one that hangs, and wins', async () => {
    const onHedge = vi.fn()
    const { send } = await nodes([() => undefined, says('second')], { onHedge })
    const answer = await send('eth_gasPrice')
    expect([answer.text, answer.upstream?.place]).toEqual(['"second"', 1])
    expect(onHedge).toHaveBeenCalledWith({ chain: 'eip155:1', winner: 'second' })
  })

  test('behavior: the one that is late is cancelled', async () => {
    const onUpstream = vi.fn()
    const { send } = await nodes([() => undefined, says('second')], { onUpstream })
    await send('eth_gasPrice')
    await vi.waitFor(() =>
      expect(onUpstream).toHaveBeenCalledWith(
        expect.objectContaining({ method: 'eth_gasPrice', outcome: 'cancelled' }),
      ),
    )
  })

  test('behavior: filters, which live in one node, are asked once', async () => {
    const slow: Behaviour = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800))
      return { result: '0x1' }
    }
    const { send, seen } = await nodes([slow, slow])
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

  test('behavior: goes to two nodes, of which one success is enough', async () => {
    const { send, seen } = await nodes([refuses('insufficient funds'), says(hash), says(hash)])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
    await vi.waitFor(() => expect(seen().reduce((sum, count) => sum + count, 0)).toBe(2))
  })

  test('behavior: one that is dead does not matter', async () => {
    const { send } = await nodes([saysStatus(503), says(hash)])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
  })

  test('behavior: what both refuse is refused with their words, and not tried again', async () => {
    const { send, seen } = await nodes([refuses('insufficient funds'), refuses('insufficient funds')])
    const answer = await send('eth_sendRawTransaction', [raw])
    expect(answer).toMatchObject({ kind: 'error', error: { code: -32000, message: 'insufficient funds' } })
    expect(seen()).toEqual([1, 1])
  })

  test('behavior: a lost answer and "already known" are success', async () => {
    const { send } = await nodes([saysStatus(504), refuses('already known')])
    expect((await send('eth_sendRawTransaction', [raw])).text).toBe(`"${hash}"`)
  })
})

describe('consensus', () => {
  test('behavior: two of three must say the same', async () => {
    const { send } = await nodes([says('0xbad'), says('0x1'), says('0x1')], { consensus: true })
    for (let count = 0; count < 5; count++)
      expect((await send('eth_getBalance', ['0xa', '0x1'])).text).toBe('"0x1"')
    // Others are not asked of all.
    expect((await send('eth_gasPrice')).kind).toBe('result')
  })

  test('error: without two that agree there is no answer', async () => {
    const { send } = await nodes([says('0x1'), says('0x2'), says('0x3')], { consensus: true })
    await expect(send('eth_call', [{}, '0x1'])).rejects.toMatchObject({ reasons: ['disagreement'] })
  })
})

describe('filters', () => {
  test('behavior: a filter is read where it was made', async () => {
    const { sendFilter } = await import('./sendFilter.ts')
    const node =
      (name: string): Behaviour =>
      ({ method, params }) => ({ result: method === 'eth_newFilter' ? '0xab' : [name, params] })
    const { made } = await nodes([node('first'), node('second'), node('third')])
    for (let count = 0; count < 5; count++) {
      const options = { deadline: Date.now() + 9000 }
      const { text, upstream } = await sendFilter(made, { method: 'eth_newFilter', params: '[{}]' }, options)
      expect(text).toBe(`"0xab0${upstream?.place}"`)
      const read = { method: 'eth_getFilterChanges', params: `[${text}]` }
      const name = ['first', 'second', 'third'][upstream?.place ?? 9]
      expect((await sendFilter(made, read, options)).text).toBe(`["${name}",["0xab"]]`)
    }
  })
})
