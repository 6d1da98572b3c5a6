import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../../../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { startNodeProxy } from '../../../testing/startNodeProxy.ts'
import type { HeadEvent, Heads } from './Heads.ts'

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  await anvil.rpc('anvil_mine', ['0x5'])
})

const mine = () => anvil.rpc('anvil_mine', ['0x1'])
const newest = async () => Number(await anvil.rpc('eth_blockNumber'))
const waitOptions = { timeout: 15_000, interval: 20 }

async function follow(urls: readonly string[]) {
  const { services } = await createTestApp({ rpcUrls: { 'eip155:31337': urls } })
  const heads = services.heads.get('eip155:31337') as Heads
  const events: HeadEvent[] = []
  const leave = heads.follow((event) => events.push(event))
  onTestFinished(leave)
  const blocks = () => events.flatMap((event) => (event.kind === 'head' ? event.head.number : []))
  await vi.waitFor(() => expect(blocks()).not.toEqual([]), waitOptions)
  return { heads, events, blocks, leave }
}

describe('createHeads', () => {
  test('behavior: emits every block from the WebSocket once and in order', async () => {
    const node = await startNodeProxy(anvil)
    const { blocks, heads } = await follow([node.url, node.socketUrl])
    await vi.waitFor(
      () => expect(node.socketRequests.map(({ method }) => method)).toContain('eth_subscribe'),
      waitOptions,
    )
    const first = await newest()
    for (let index = 0; index < 10; index++) await mine()
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 10)), waitOptions)
    expect(heads.current()).toMatchObject({ number: first + 10, header: { logsBloom: expect.any(String) } })
  })

  test('behavior: polls without a WebSocket, and fills gaps between polls', async () => {
    const node = await startNodeProxy(anvil)
    node.acceptSockets(false)
    const { blocks } = await follow([node.url])
    const first = await newest()
    await anvil.rpc('anvil_mine', ['0x1e'])
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 30)), waitOptions)
    expect(node.socketRequests).toEqual([])
  })

  test('behavior: all listeners share one upstream subscription, which ends with the last listener', async () => {
    const node = await startNodeProxy(anvil)
    const { heads, leave } = await follow([node.url])
    const others = Array.from({ length: 20 }, () => heads.follow(() => undefined))
    await vi.waitFor(() => expect(node.openSockets()).toBe(1), waitOptions)
    expect(node.socketRequests.filter(({ method }) => method === 'eth_subscribe').length).toBeLessThan(2)
    for (const other of others) other()
    expect(node.openSockets()).toBe(1)
    leave()
    leave()
    await vi.waitFor(() => expect(node.openSockets()).toBe(0), waitOptions)
    expect(heads.current()).toBeUndefined()
  })

  test('behavior: a block whose response arrives after the last listener has left is ignored', async () => {
    const node = await startNodeProxy(anvil)
    node.acceptSockets(false)
    const { heads, leave } = await follow([node.url])
    const sendResponses = node.holdResponses()
    await mine()
    const requested = node.httpMethods.length
    await vi.waitFor(() => expect(node.httpMethods.length).toBeGreaterThan(requested), waitOptions)
    leave()
    await sendResponses()
    // Time to read a response that has been sent.
    await setTimeout(100)
    expect(heads.current()).toBeUndefined()
  })

  test('behavior: no block is lost or repeated when the WebSocket drops', async () => {
    const [one, two] = [await startNodeProxy(anvil), await startNodeProxy(anvil)]
    const { blocks } = await follow([one.url, one.socketUrl, two.socketUrl])
    await vi.waitFor(() => expect(one.openSockets()).toBe(1), waitOptions)
    const first = await newest()
    await mine()
    one.acceptSockets(false)
    one.dropSockets()
    for (let index = 0; index < 5; index++) await mine()
    await vi.waitFor(() => expect(two.openSockets()).toBe(1), waitOptions)
    for (let index = 0; index < 5; index++) await mine()
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 11)), waitOptions)
  })

  test('behavior: leaves a WebSocket that is open but silent', async () => {
    const [one, two] = [await startNodeProxy(anvil), await startNodeProxy(anvil)]
    const { blocks } = await follow([one.url, one.socketUrl, two.socketUrl])
    const subscribed = () => one.socketRequests.some(({ method }) => method === 'eth_subscribe')
    await vi.waitFor(() => expect(subscribed()).toBe(true), waitOptions)
    const first = await newest()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 1), waitOptions)
    one.mute(true)
    const timer = setInterval(() => void mine(), 500)
    onTestFinished(() => clearInterval(timer))
    await vi.waitFor(() => expect(two.openSockets()).toBe(1), { timeout: 40_000, interval: 100 })
    clearInterval(timer)
    expect(blocks()).toEqual(range(first, blocks().at(-1) as number))
  }, 60_000)

  test.each(['socket', 'poll'])(
    'behavior: a reorganisation of three blocks is emitted before its blocks (%s)',
    async (kind) => {
      const node = await startNodeProxy(anvil)
      node.acceptSockets(kind === 'socket')
      const { events, blocks } = await follow([node.url])
      const first = await newest()
      for (let index = 0; index < 4; index++) await mine()
      await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 4)), waitOptions)
      events.length = 0
      await anvil.rpc('anvil_reorg', [3, []])
      await mine()
      await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 5), waitOptions)
      expect(events[0]).toEqual({ kind: 'reorg', from: first + 2 })
      expect(events.filter(({ kind }) => kind === 'reorg')).toHaveLength(1)
      expect(blocks()).toEqual(range(first + 2, first + 5))
      const hashes = events.flatMap((event) => (event.kind === 'head' ? event.head : []))
      for (const [index, head] of hashes.entries())
        if (index > 0) expect(head.parentHash).toBe(hashes[index - 1]?.hash)
    },
  )

  test('behavior: a reset of the chain is accepted after repeated reads', async () => {
    const { events, blocks } = await follow([anvil.url])
    const first = await newest()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 1), waitOptions)
    const snapshot = await anvil.rpc('evm_snapshot')
    await mine()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 3), waitOptions)
    events.length = 0
    await anvil.rpc('evm_revert', [snapshot])
    await vi.waitFor(() => expect(events[0]).toEqual({ kind: 'reorg', from: first + 2 }), {
      timeout: 40_000,
      interval: 50,
    })
  }, 60_000)
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
