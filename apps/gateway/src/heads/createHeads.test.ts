import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp } from '../testing/createTestApp.ts'
import { type Anvil, startAnvil } from '../testing/startAnvil.ts'
import { startNodeProxy } from '../testing/startNodeProxy.ts'
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
const patience = { timeout: 15_000, interval: 20 }

async function follow(urls: readonly string[]) {
  const { services } = await createTestApp({ rpcUrls: { 'eip155:31337': urls } })
  const heads = services.heads.get('eip155:31337') as Heads
  const events: HeadEvent[] = []
  const leave = heads.follow((event) => events.push(event))
  onTestFinished(leave)
  const blocks = () => events.flatMap((event) => (event.kind === 'head' ? event.head.number : []))
  await vi.waitFor(() => expect(blocks()).not.toEqual([]), patience)
  return { heads, events, blocks, leave }
}

describe('createHeads', () => {
  test('behavior: tells of every block over the socket, in order and once', async () => {
    const node = await startNodeProxy(anvil)
    const { blocks, heads } = await follow([node.url, node.socketUrl])
    await vi.waitFor(
      () => expect(node.toldOverSocket.map(({ method }) => method)).toContain('eth_subscribe'),
      patience,
    )
    const first = await newest()
    for (let index = 0; index < 10; index++) await mine()
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 10)), patience)
    expect(heads.current()).toMatchObject({ number: first + 10, header: { logsBloom: expect.any(String) } })
  })

  test('behavior: polls where no node has a socket, and fills what came between two looks', async () => {
    const node = await startNodeProxy(anvil)
    node.takeSockets(false)
    const { blocks } = await follow([node.url])
    const first = await newest()
    await anvil.rpc('anvil_mine', ['0x1e'])
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 30)), patience)
    expect(node.toldOverSocket).toEqual([])
  })

  test('behavior: one upstream subscription whoever listens, ended with the last listener', async () => {
    const node = await startNodeProxy(anvil)
    const { heads, leave } = await follow([node.url])
    const others = Array.from({ length: 20 }, () => heads.follow(() => undefined))
    await vi.waitFor(() => expect(node.openSockets()).toBe(1), patience)
    expect(node.toldOverSocket.filter(({ method }) => method === 'eth_subscribe').length).toBeLessThan(2)
    for (const other of others) other()
    expect(node.openSockets()).toBe(1)
    leave()
    leave()
    await vi.waitFor(() => expect(node.openSockets()).toBe(0), patience)
    expect(heads.current()).toBeUndefined()
  })

  test('behavior: nothing is missed or told twice when the socket drops', async () => {
    const [one, two] = [await startNodeProxy(anvil), await startNodeProxy(anvil)]
    const { blocks } = await follow([one.url, one.socketUrl, two.socketUrl])
    await vi.waitFor(() => expect(one.openSockets()).toBe(1), patience)
    const first = await newest()
    await mine()
    one.takeSockets(false)
    one.dropSockets()
    for (let index = 0; index < 5; index++) await mine()
    await vi.waitFor(() => expect(two.openSockets()).toBe(1), patience)
    for (let index = 0; index < 5; index++) await mine()
    await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 11)), patience)
  })

  test('behavior: leaves a socket that is open but silent', async () => {
    const [one, two] = [await startNodeProxy(anvil), await startNodeProxy(anvil)]
    const { blocks } = await follow([one.url, one.socketUrl, two.socketUrl])
    const subscribed = () => one.toldOverSocket.some(({ method }) => method === 'eth_subscribe')
    await vi.waitFor(() => expect(subscribed()).toBe(true), patience)
    const first = await newest()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 1), patience)
    one.mute(true)
    const timer = setInterval(() => void mine(), 500)
    onTestFinished(() => clearInterval(timer))
    await vi.waitFor(() => expect(two.openSockets()).toBe(1), { timeout: 40_000, interval: 100 })
    clearInterval(timer)
    expect(blocks()).toEqual(range(first, blocks().at(-1) as number))
  }, 60_000)

  test.each(['socket', 'poll'])(
    'behavior: a reorganisation of three blocks is told of before its blocks (%s)',
    async (kind) => {
      const node = await startNodeProxy(anvil)
      node.takeSockets(kind === 'socket')
      const { events, blocks } = await follow([node.url])
      const first = await newest()
      for (let index = 0; index < 4; index++) await mine()
      await vi.waitFor(() => expect(blocks()).toEqual(range(first, first + 4)), patience)
      events.length = 0
      await anvil.rpc('anvil_reorg', [3, []])
      await mine()
      await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 5), patience)
      expect(events[0]).toEqual({ kind: 'reorg', from: first + 2 })
      expect(events.filter(({ kind }) => kind === 'reorg')).toHaveLength(1)
      expect(blocks()).toEqual(range(first + 2, first + 5))
      const hashes = events.flatMap((event) => (event.kind === 'head' ? event.head : []))
      for (const [index, head] of hashes.entries())
        if (index > 0) expect(head.parentHash).toBe(hashes[index - 1]?.hash)
    },
  )

  test('behavior: a chain that is set back is believed', async () => {
    const { events, blocks } = await follow([anvil.url])
    const first = await newest()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 1), patience)
    const snapshot = await anvil.rpc('evm_snapshot')
    await mine()
    await mine()
    await vi.waitFor(() => expect(blocks().at(-1)).toBe(first + 3), patience)
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
