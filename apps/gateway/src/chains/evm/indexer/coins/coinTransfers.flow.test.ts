import { type HistoryResponse, historyResponse } from '@portico/protocol/gateway'
import { type Hex, pad } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../../../testing/createTestApp.ts'
import { createTestUpstreams } from '../../../../testing/createTestUpstreams.ts'
import { type Anvil, startAnvil } from '../../../../testing/startAnvil.ts'
import { type Instead, startProxy } from '../../../../testing/startProxy.ts'
import type { SeenRequest } from '../../../../testing/startUpstream.ts'
import { createChain } from '../../chain/createChain.ts'
import { bisectReader } from './bisectReader.ts'

const [me, friend] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
] as const
const [forwarder, undoer, careless] = [71, 72, 73].map((byte) => `0x${byte}`.padEnd(42, '0') as Hex) as [
  Hex,
  Hex,
  Hex,
]
/** Code that forwards its value to the address in the call data. */
const forward = '6000600060006000346000355af1'
/** Code that calls `undoer` (forwards, then reverts) and ignores its failure. */
const callUndoer = `6020600060003760006000602060003473${undoer.slice(2)}5af100`

let anvil: Anvil
const hashes: Hex[] = []
let inner: Hex
let undone: Hex
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_setCode', [forwarder, `0x${forward}00`])
  await anvil.rpc('anvil_setCode', [undoer, `0x${forward}60006000fd`])
  await anvil.rpc('anvil_setCode', [careless, `0x${callUndoer}`])
  const transact = async (transaction: Record<string, unknown>): Promise<Hex> => {
    const hash = (await anvil.rpc('eth_sendTransaction', [{ gas: '0x30d40', ...transaction }])) as Hex
    const receipt = () => anvil.rpc('eth_getTransactionReceipt', [hash])
    await vi.waitFor(async () => expect(await receipt()).not.toBeNull(), { interval: 10 })
    return hash
  }
  const [from, to] = [friend, me]
  hashes.push(await transact({ from: me, to: friend, value: '0x1' }))
  await anvil.rpc('anvil_mine', ['0x64'])
  hashes.push(await transact({ from, to, value: '0x2' }))
  inner = await transact({ from, to: forwarder, data: pad(to), value: '0x7' })
  undone = await transact({ from, to: careless, data: pad(to), value: '0x9' })
  hashes.push(await transact({ from: me, to: friend, value: '0x3' }))
}, 60_000)
afterAll(() => anvil?.stop())

async function history(before: (request: SeenRequest) => Instead) {
  const proxy = await startProxy({ url: anvil.url, before })
  const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] } })
  const response = await get(`/v1/account/eip155:31337:${me}/history`)
  const { data, coverage } = historyResponse.parse(await response.json()) as HistoryResponse
  return {
    data,
    coverage: coverage?.['eip155:31337'],
    found: data.map(({ metadata }) => metadata.hash),
    proxy,
  }
}
const refuse =
  (methods: RegExp, instead: (request: SeenRequest) => Instead = () => undefined) =>
  (request: SeenRequest): Instead =>
    instead(request) ??
    (methods.test(request.method) ? { error: { code: -32601, message: 'no such method' } } : undefined)
const limitTo20 = ({ method, params }: SeenRequest): Instead => {
  if (method !== 'trace_filter') return undefined
  const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
  return Number(toBlock) - Number(fromBlock) >= 20
    ? { error: { code: -32602, message: 'Block range too large; currently limited to 20 blocks' } }
    : undefined
}
const plain = () => [...hashes].reverse()

describe('coin transfers', () => {
  test('behavior: traces: includes transfers by contracts, except reverted ones', async () => {
    const { data, found, coverage, proxy } = await history(() => undefined)
    expect(coverage).toEqual({ coins: 'traces', backfilledTo: 0 })
    expect(found).toEqual([hashes[2], inner, hashes[1], hashes[0]])
    expect(found).not.toContain(undone)
    const received = data.find(({ metadata }) => metadata.hash === inner)
    expect(received?.metadata).toMatchObject({ operationType: 'receive' })
    expect(received?.metadata.sentFrom.toLowerCase()).toBe(forwarder)
    expect(received?.transfers).toMatchObject([
      { direction: 'in', quantity: { numeric: '0.000000000000000007' } },
    ])
    const blocks = proxy.seen.filter(
      ({ method, params }) => method === 'eth_getBlockByNumber' && (params as unknown[])[1],
    )
    expect(blocks).toEqual([])
  })

  test('behavior: traces: adapts to a limit of 20 blocks', async () => {
    const { found } = await history(limitTo20)
    expect(found).toEqual([hashes[2], inner, hashes[1], hashes[0]])
  })

  test('behavior: search: transactions only', async () => {
    const { found, coverage } = await history(refuse(/^trace_/))
    expect(coverage).toEqual({ coins: 'search', backfilledTo: 0 })
    expect(found).toEqual(plain())
  })

  test('behavior: transfers API: includes transfers by contracts', async () => {
    const transfers = async (request: SeenRequest): Promise<object[]> => {
      const [{ fromBlock, toBlock, fromAddress, toAddress }] = request.params as [Record<string, string>]
      const all = await Promise.all(
        [...hashes, inner].map(async (hash) => {
          const { from, to, value, blockNumber } = (await anvil.rpc('eth_getTransactionByHash', [
            hash,
          ])) as Record<string, string>
          const isInner = hash === inner
          return {
            hash,
            blockNum: blockNumber ?? '',
            from: isInner ? forwarder : from,
            to: isInner ? me : to,
            category: isInner ? 'internal' : 'external',
            rawContract: { value },
            uniqueId: `${hash}:${isInner ? 'internal:0' : 'external'}`,
          }
        }),
      )
      return all.filter(
        ({ blockNum, from, to }) =>
          Number(blockNum) >= Number(fromBlock) &&
          Number(blockNum) <= Number(toBlock) &&
          (from === fromAddress || to === toAddress),
      )
    }
    const before = async (request: SeenRequest): Promise<Instead> =>
      request.method === 'alchemy_getAssetTransfers'
        ? { result: { transfers: await transfers(request) } }
        : refuse(/^(trace|ots)_/)(request)
    const { found, coverage } = await history(before as never)
    expect(coverage).toEqual({ coins: 'transfers-api', backfilledTo: 0 })
    expect(found).toEqual([hashes[2], inner, hashes[1], hashes[0]])
  })

  test('behavior: reads blocks if the upstream supports nothing else', async () => {
    const { found, coverage } = await history(refuse(/^(trace|ots|alchemy)_/))
    expect(coverage).toEqual({ coins: 'blocks', backfilledTo: 0 })
    expect(found).toEqual(plain())
  })

  test('behavior: bisection: finds the same with states, traces and overrides of a real node', async () => {
    const chain = createChain({ upstreams: createTestUpstreams({ urls: [anvil.url] }) })
    const deadline = Date.now() + 30_000
    const to = Number(await anvil.rpc('eth_blockNumber'))
    const found = async (options: { traces: boolean; overrides: boolean }) => {
      const { transfers, from } = await bisectReader({ chain, ...options }).read({
        account: me,
        range: { from: 0, to },
        deadline,
      })
      expect(from).toBe(0)
      return transfers.map(({ txHash, trace, amount }) => [txHash, trace, amount])
    }
    const withTraces = [
      [hashes[2], '', '3'],
      [inner, '0', '7'],
      [hashes[1], '', '2'],
      [hashes[0], '', '1'],
    ]
    for (const overrides of [true, false]) {
      expect(await found({ traces: true, overrides })).toEqual(withTraces)
      expect(await found({ traces: false, overrides })).toEqual(
        withTraces.filter(([, trace]) => trace === ''),
      )
    }
    // Code moves coins without a nonce, so that nothing can be concluded from equal states.
    for (const overrides of [true, false]) {
      const reader = bisectReader({ chain, traces: true, overrides })
      const ofContract = reader.read({ account: forwarder, range: { from: 0, to }, deadline })
      await expect(ofContract).rejects.toThrow('The account has code.')
      expect([reader.serves?.(forwarder), reader.serves?.(me)]).toEqual([false, true])
    }
  })

  // The last test, because it adds blocks.
  test('behavior: traces: the limit also holds for the blocks since the last read', async () => {
    const proxy = await startProxy({ url: anvil.url, before: limitTo20 })
    const { get } = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] } })
    const read = async () => {
      const response = await get(`/v1/account/eip155:31337:${me}/history`)
      expect(response.status).toBe(200)
      const { data } = historyResponse.parse(await response.json()) as HistoryResponse
      return data.map(({ metadata }) => metadata.hash)
    }
    expect(await read()).toContain(hashes[2])
    await anvil.rpc('anvil_mine', ['0x3c'])
    const payment = { from: me, to: friend, value: '0x4', gas: '0x5208' }
    const hash = await anvil.rpc('eth_sendTransaction', [payment])
    await vi.waitFor(async () => expect((await read())[0]).toBe(hash), { timeout: 15_000, interval: 100 })
  })
})
