import type { ConnectorEvent, Network } from '@portico/core'
import { defineChain } from '@portico/core/networks'
import { type LocalBitcoinNode, startBitcoin } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { tokenBalance } from '@portico/protocol/gateway'
import { createBitcoinWallet, createXverseProvider } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createConnector } from '../connector/createConnector.ts'
import { createEndpoints } from '../esplora/createEndpoints.ts'
import type { BitcoinProvider } from '../provider/BitcoinProvider.ts'
import type { WalletKind } from '../wallets/WalletKind.ts'
import { createAssets } from './createAssets.ts'

// A local Bitcoin node validates and mines the transactions that the tests send.
let node: LocalBitcoinNode
let network: Network

beforeAll(async () => {
  node = await startBitcoin({ port: 0, esploraPort: 0, mineAfter: null })
  network = defineChain({
    id: '0f9188f13cb7b2c71f2a335e3a4fc328',
    name: 'Local Bitcoin',
    chainNamespace: 'bip122',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: { default: { http: [node.esploraUrl] } },
  })
}, 60_000)

afterAll(() => node?.close())

const [user, friend] = devnetManifest.bitcoin.accounts

function assetsOf(urls = [node.esploraUrl]) {
  const endpoints = createEndpoints({})
  return { endpoints, assets: createAssets(endpoints), endpoint: { network, urls } }
}

async function balanceOf(address: string): Promise<bigint> {
  const { assets, endpoint } = assetsOf()
  const [balance] = await assets.getBalances({ ...endpoint, address, tokens: [] })
  const [whole = '', fraction = ''] = balance?.quantity.numeric.split('.') ?? []
  return BigInt(whole + fraction.padEnd(8, '0'))
}

describe('getBalances', () => {
  test("behavior: returns unspent outputs, including unconfirmed ones, in the gateway's format", async () => {
    const { assets, endpoint } = assetsOf()
    const [balance, ...others] = await assets.getBalances({
      ...endpoint,
      address: user.payment.address,
      tokens: [],
    })
    expect(others).toEqual([])
    expect(tokenBalance.parse(balance)).toEqual(balance)
    expect(balance).toMatchObject({ symbol: 'BTC', chainId: network.caipNetworkId, price: 0 })
    expect(balance?.quantity).toEqual({ decimals: '8', numeric: '2.7972916' })
  })

  test('error: an API that does not respond within 10 seconds', async () => {
    const { assets, endpoint } = assetsOf()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    const reading = assets.getBalances({ ...endpoint, address: user.payment.address, tokens: [] })
    await expect(reading).rejects.toThrow()
    expect(timeout).toHaveBeenCalledWith(10_000)
    timeout.mockRestore()
  })

  test('behavior: returns zero for an unused address, and uses the second API if the first fails', async () => {
    const unused = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    const { assets, endpoint } = assetsOf(['http://127.0.0.1:9', node.esploraUrl])
    const [balance] = await assets.getBalances({ ...endpoint, address: unused, tokens: [] })
    expect(balance?.quantity.numeric).toBe('0')
  })

  test('behavior: never returns a negative balance', async () => {
    const spent = (sum: number) => ({ funded_txo_sum: 0, spent_txo_sum: sum })
    vi.stubGlobal('fetch', async () => Response.json({ chain_stats: spent(0), mempool_stats: spent(5) }))
    try {
      const { assets, endpoint } = assetsOf()
      const [balance] = await assets.getBalances({ ...endpoint, address: 'x', tokens: [] })
      expect(balance?.quantity.numeric).toBe('0')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test.each([
    [503, 4],
    [429, 4],
    [404, 1],
    [400, 1],
  ])('error: after status %i each API is asked %i times', async (status, times) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(new URL(url).host)
      return new Response('Gone fishing', { status })
    })
    try {
      const { assets, endpoint } = assetsOf(['https://one.example', 'https://two.example/'])
      await expect(
        assets.getBalances({ ...endpoint, urls: ['https://one.example'], address: 'x', tokens: [] }),
      ).rejects.toMatchObject({ rpcCode: -32603, details: 'Gone fishing' })
      expect(asked).toHaveLength(times)
      asked.length = 0
      await expect(assets.getBalances({ ...endpoint, address: 'x', tokens: [] })).rejects.toMatchObject({
        rpcCode: -32603,
      })
      expect(asked).toEqual(Array.from({ length: times }, () => ['one.example', 'two.example']).flat())
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('error: rejects if no API responds or the response is invalid, and skips gateway URLs', async () => {
    const { assets, endpoint } = assetsOf(['http://127.0.0.1:9'])
    const failing = assets.getBalances({ ...endpoint, address: user.payment.address, tokens: [] })
    await expect(failing).rejects.toMatchObject({ rpcCode: -32603 })
    const gateway = assets.getBalances({
      network,
      urls: ['http://127.0.0.1:9/v1/?chainId=x'],
      address: 'x',
      tokens: [],
    })
    await expect(gateway).rejects.toThrow('no Esplora URL')
    const odd = assets.getBalances({
      ...endpoint,
      urls: [`${node.esploraUrl}/blocks/tip`],
      address: 'height',
      tokens: [],
    })
    await expect(odd).rejects.toMatchObject({ rpcCode: -32603 })
  })
})

describe('createClient', () => {
  test('behavior: supports the methods that an Esplora API can serve', async () => {
    const { assets, endpoint } = assetsOf()
    const client = assets.createClient(endpoint)
    const height = (await client.request({ method: 'getblockcount' })) as number
    expect(height).toBeGreaterThan(100)
    const hash = await client.request({ method: 'getblockhash', params: [height] })
    expect(await client.request({ method: 'getbestblockhash' })).toBe(hash)
    expect(await client.request({ method: 'getblockhash', params: [0] })).toBe(
      devnetManifest.bitcoin.genesisHash,
    )
    expect(await client.request({ method: 'estimatesmartfee', params: [6] })).toMatchObject({
      feerate: expect.any(Number),
    })
  })

  test.each([
    ['getnewaddress', [], 4200],
    ['toString', [], 4200],
    ['getblockhash', ['../x'], -32602],
    ['getrawtransaction', ['x'], -32602],
    ['sendrawtransaction', ['zz'], -32602],
    ['sendrawtransaction', ['00'.repeat(20)], -32603],
  ])('error: %s %j', async (method, params, rpcCode) => {
    const { assets, endpoint } = assetsOf()
    await expect(assets.createClient(endpoint).request({ method, params })).rejects.toMatchObject({ rpcCode })
  })
})

describe('sendTransfer', () => {
  const chains = ['bitcoin:regtest'] as const
  const esploraUrls = () => ({ 'bitcoin:regtest': node.esploraUrl })
  const wallets: [string, WalletKind, () => object, RegExp][] = [
    ['builds a transfer from p2wpkh', 'standard', () => createBitcoinWallet({ chains }).wallet, /^bcrt1q/],
    ['builds a transfer from p2tr', 'standard', () => onlyTaproot(), /^bcrt1p/],
    [
      "uses the wallet's own transfer",
      'xverse',
      () => createXverseProvider({ chains, esploraUrls: esploraUrls() }).provider,
      /^bcrt1q/,
    ],
  ]

  /** A wallet that shares only its taproot address, which is then used for payments. */
  function onlyTaproot(): object {
    const { wallet } = createBitcoinWallet({ chains, authorized: true })
    const accounts = () => wallet.accounts.filter(({ address }) => address.startsWith('bcrt1p'))
    return {
      ...wallet,
      features: {
        ...wallet.features,
        'bitcoin:connect': { connect: async () => ({ accounts: accounts() }) },
      },
      get accounts() {
        return accounts()
      },
    }
  }

  test.each(wallets)(
    'behavior: %s',
    async (_, kind, make, from) => {
      const { endpoints, assets, endpoint } = assetsOf()
      const connector = createConnector({
        id: 'one',
        name: 'One',
        type: 'ANNOUNCED',
        kind,
        icon: undefined,
        walletObject: make(),
        endpoints,
      })
      const { accounts } = await connector.connect({ silent: false, networkId: network.caipNetworkId })
      const address = accounts[0]?.address as string
      expect(address).toMatch(from)
      // Registers the network's Esplora URL, as the kit does when it reads balances.
      await assets.getBalances({ ...endpoint, address, tokens: [] })
      const events: ConnectorEvent[] = []
      const stop = connector.subscribe((event) => events.push(event))
      const before = { own: await balanceOf(address), other: await balanceOf(friend.ordinals.address) }
      const provider = connector.getProvider() as BitcoinProvider
      const hash = await provider.sendTransfer({ recipient: friend.ordinals.address, amount: '150000' })
      expect(events).toEqual([{ type: 'transaction', hash, networkId: network.caipNetworkId }])
      expect((await balanceOf(friend.ordinals.address)) - before.other).toBe(150_000n)
      const paid = before.own - (await balanceOf(address))
      expect(paid).toBeGreaterThan(150_000n)
      expect(paid).toBeLessThan(160_000n)
      stop()
      const controller = new AbortController()
      const mined = assets.waitForTransaction({ ...endpoint, hash, signal: controller.signal })
      await node.mine()
      await mined
    },
    30_000,
  )

  test('error: rejects invalid recipients and amounts, insufficient funds and a missing API', async () => {
    const { endpoints, assets, endpoint } = assetsOf()
    const make = (walletObject: object) =>
      createConnector({
        id: 'one',
        name: 'One',
        type: 'ANNOUNCED',
        kind: 'standard',
        icon: undefined,
        walletObject,
        endpoints,
      })
    const connector = make(createBitcoinWallet({ chains }).wallet)
    const { accounts } = await connector.connect({ silent: false, networkId: network.caipNetworkId })
    const { sendTransfer } = connector.getProvider() as BitcoinProvider
    const recipient = friend.payment.address
    await expect(sendTransfer({ recipient, amount: '1000' })).rejects.toMatchObject({ rpcCode: 4901 })
    await assets.getBalances({ ...endpoint, address: accounts[0]?.address as string, tokens: [] })
    for (const amount of ['0', '-1', '1.5', '1e3', '', '2100000000000001', 1000 as never])
      await expect(sendTransfer({ recipient, amount })).rejects.toMatchObject({ rpcCode: -32602 })
    for (const other of ['', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bcrt1q'])
      await expect(sendTransfer({ recipient: other, amount: '1000' })).rejects.toMatchObject({
        rpcCode: -32602,
      })
    await expect(sendTransfer({ recipient, amount: '2000000000000' })).rejects.toMatchObject({
      rpcCode: -32000,
    })
    await connector.disconnect()
    await expect(sendTransfer({ recipient, amount: '1000' })).rejects.toMatchObject({ rpcCode: 4100 })
  })
})

describe('customUrls', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('param: config: its headers, timeout and retries apply to all requests to the URL', async () => {
    const { assets } = assetsOf()
    const url = 'https://own.example'
    const config = { fetchOptions: { headers: { 'x-key': 'k' } }, timeout: 250, retryCount: 0 }
    const endpoint = { network, urls: [url], customUrls: [{ url, config }] }
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const keys: (string | null)[] = []
    let isDown = false
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      keys.push(new Headers(headers).get('x-key'))
      return isDown ? new Response(null, { status: 503 }) : new Response('7')
    })
    const request = () => assets.createClient(endpoint).request({ method: 'getblockcount' })
    expect(await request()).toBe(7)
    isDown = true
    await expect(request()).rejects.toMatchObject({ rpcCode: -32603 })
    const { address } = user.payment
    await expect(assets.getBalances({ ...endpoint, address, tokens: [] })).rejects.toMatchObject({
      rpcCode: -32603,
    })
    const controller = new AbortController()
    const hash = 'ab'.repeat(32)
    const waiting = assets.waitForTransaction({ ...endpoint, hash, signal: controller.signal })
    await vi.waitFor(() => expect(keys).toHaveLength(4), { timeout: 5000 })
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(keys).toEqual(['k', 'k', 'k', 'k'])
    expect(timeout.mock.calls).toEqual([[250], [250], [250], [250]])
  })
})

describe('waitForTransaction', () => {
  test("error: rejects an invalid ID, and rejects with the signal's abort reason", async () => {
    const { assets, endpoint } = assetsOf()
    const { signal } = new AbortController()
    await expect(assets.waitForTransaction({ ...endpoint, hash: '0x12', signal })).rejects.toMatchObject({
      rpcCode: -32602,
    })
    const aborted = AbortSignal.abort(new Error('left'))
    const hash = 'ab'.repeat(32)
    await expect(assets.waitForTransaction({ ...endpoint, hash, signal: aborted })).rejects.toThrow('left')
    const controller = new AbortController()
    const waiting = assets.waitForTransaction({ ...endpoint, hash, signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
  })
})
