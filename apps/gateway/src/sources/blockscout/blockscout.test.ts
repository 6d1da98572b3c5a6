import { type BalanceResponse, type HistoryResponse, historyResponse } from '@portico/protocol/gateway'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createChain } from '../../chains/evm/chain/createChain.ts'
import { createFetchJson } from '../../infra/egress/createFetchJson.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createTestUpstreams } from '../../testing/createTestUpstreams.ts'
import { startBlockscout } from '../../testing/startBlockscout.ts'
import { deadUrl, startUpstream } from '../../testing/startUpstream.ts'
import { testActivityProvider, testBalanceProvider, testNftProvider } from '../../testing/testProviders.ts'
import { blockscout } from './blockscout.ts'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const chain = 'eip155:31337'
const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const list = [
  [1, 'send'],
  [3, 'receive'],
  [2, 'send'],
  [4, 'receive'],
  [5, 'receive'],
  [6, 'approve'],
  [7, 'execute'],
  [8, 'mint'],
  // A user operation, in a relayer's transaction.
  [9, 'send'],
] as const

async function make({ isDown }: { isDown: boolean }) {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const { url } = await startBlockscout({ before: () => (isDown ? 500 : undefined) })
  return blockscout({
    urls: new Map([[chain, url]]),
    fetchJson: createFetchJson({ dispatcher }),
    chains: new Map([[chain, createChain({ upstreams: createTestUpstreams({ urls: [await deadUrl()] }) })]]),
  })
}
const one = <Kind>(all: readonly Kind[]): Kind => all[0] as Kind

describe('blockscoutBalances', () => {
  testBalanceProvider({
    make: async (options) => one((await make(options)).balances),
    account,
    coin: 4_500_000_000_000_000_000n,
    tokens: [['USDX', 6, 4_500_000n]],
  })
})

describe('blockscoutActivity', () => {
  testActivityProvider({
    make: async (options) => one((await make(options)).activity),
    account,
    expected: list.map(([number, type]) => [hash(number), type]),
  })
})

describe('blockscoutNfts', () => {
  testNftProvider({
    make: async (options) => one((await make(options)).nfts),
    account,
    expected: ['Arch of the North', 'Arches #7', 'Arch of the South'],
  })
})

describe('a gateway with Blockscout', () => {
  async function gateway(before?: (path: string) => number | undefined) {
    const site = await startBlockscout(before ? { before } : {})
    // An upstream of an empty chain.
    const node = await startUpstream({
      behave: ({ method, params }) => {
        if (method === 'eth_getBlockByNumber') {
          const block = { number: '0x0', hash: hash(77), parentHash: hash(76), timestamp: '0x1' }
          return { result: { ...block, transactions: (params as unknown[]).length > 2 ? null : [] } }
        }
        return { result: method === 'eth_getLogs' ? [] : '0x0' }
      },
    })
    const { get } = await createTestApp({
      rpcUrls: { [chain]: [node.url] },
      env: { BLOCKSCOUT_URLS: JSON.stringify({ [chain]: `${site.url}/` }) },
    })
    const balance = async () =>
      (await (await get(`/v1/account/${chain}:${account}/balance`)).json()) as BalanceResponse
    const history = async (query = '') =>
      historyResponse.parse(
        await (await get(`/v1/account/${chain}:${account}/history?${query}`)).json(),
      ) as HistoryResponse
    return { balance, history, site }
  }

  test('behavior: returns balances and prices of Blockscout', async () => {
    const { balances, coverage } = await (await gateway()).balance()
    expect(coverage).toBe('indexed')
    expect(balances.map(({ symbol, quantity, price }) => [symbol, quantity.numeric, price])).toEqual([
      ['ETH', '4.5', 2500.5],
      ['USDX', '4.5', 0.9998],
    ])
    expect(balances.every(({ iconUrl }) => iconUrl === '')).toBe(true)
  })

  test('behavior: returns activity of Blockscout page by page, with its coverage', async () => {
    const { history } = await gateway()
    const hashes: string[] = []
    let next: string | null = null
    do {
      const page: HistoryResponse = await history(`limit=3${next ? `&cursor=${next}` : ''}`)
      hashes.push(...page.data.map(({ metadata }) => metadata.hash))
      expect(page.coverage).toEqual({ [chain]: { coins: 'indexer', backfilledTo: 0 } })
      next = page.next
    } while (next)
    expect(hashes).toEqual(list.map(([number]) => hash(number)))
  })

  test('behavior: a user operation of the account is its payment', async () => {
    const { history } = await gateway()
    const { data } = await history('limit=50')
    expect(data.find((one) => one.metadata.hash === hash(9))).toMatchObject({
      metadata: {
        ...{ operationType: 'send', isOwn: true, isPayment: true },
        sentTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      },
      transfers: [{ direction: 'out', quantity: { numeric: '0.25' } }],
    })
  })

  test('behavior: falls back to the chain when Blockscout fails', async () => {
    const { balance, history } = await gateway(() => 502)
    expect((await balance()).balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toEqual([
      ['ETH', '0'],
    ])
    expect(await history()).toMatchObject({
      data: [],
      next: null,
      coverage: { [chain]: { coins: 'blocks' } },
    })
  })
})
