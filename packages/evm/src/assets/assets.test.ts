import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectorEvent, defineChain } from '@portico/core'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { tokenBalance } from '@portico/protocol/gateway'
import { createEvmWallet } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConnector } from '../connector/createConnector.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

let dataDir: string
let devnet: Devnet

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-evm-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
}, 180_000)

afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const [one] = devnetManifest.chains
const [visitor, other] = devnetManifest.accounts as unknown as { address: string }[]
const address = visitor?.address as string

function endpointOf(chainId: number) {
  const url = devnet.chains.find((chain) => chain.chainId === chainId)?.url as string
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const network = defineChain({
    id: chainId,
    name: `${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
  return { network, urls: [url] }
}

const tokens = one.tokens.map((token) => token.address)
const broken = [one.contracts.closedGate, '0x0000000000000000000000000000000000000001', 'nonsense']

describe('getBalances', () => {
  test('behavior: native coin and tokens, without malformed tokens and those without decimals', async () => {
    const balances = await getBalances({
      ...endpointOf(31337),
      address,
      tokens: [...tokens, ...tokens, ...broken],
    })
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity])).toEqual([
      ['ETH', { decimals: '18', numeric: expect.stringMatching(/^13\.5/) }],
      ['DUSD', { decimals: '6', numeric: '4612.5' }],
      ['MRBL', { decimals: '18', numeric: '36.5' }],
    ])
    for (const balance of balances) expect(tokenBalance.parse(balance)).toEqual(balance)
    expect(balances[0]).not.toHaveProperty('address')
    expect(balances[1]).toMatchObject({
      name: 'Dev USD',
      chainId: 'eip155:31337',
      address: `eip155:31337:${tokens[0]?.toLowerCase()}`,
      price: 0,
      iconUrl: '',
    })
    expect(balances[1]).not.toHaveProperty('value')
  })

  test('behavior: without Multicall3', async () => {
    const endpoint = endpointOf(31338)
    const params = [one.contracts.multicall3, '0x']
    await createClient(endpoint).request({ method: 'anvil_setCode', params })
    const balances = await getBalances({ ...endpoint, address, tokens })
    expect(balances.map(({ symbol, quantity }) => [symbol, quantity.numeric])).toContainEqual(['DUSD', '350'])
  })

  test('error: no endpoint answers', async () => {
    const { network } = endpointOf(31337)
    const result = getBalances({ network, urls: ['http://127.0.0.1:1'], address, tokens: [] })
    await expect(result).rejects.toMatchObject({ name: 'RpcError' })
  })
})

describe('waitForTransaction', () => {
  test('behavior: resolves once the wallet’s transaction is in a block', async () => {
    const endpoint = endpointOf(31337)
    const wallet = createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: endpoint.urls[0] }] })
    const connector = createConnector({
      id: 'dev',
      name: 'Dev',
      type: 'ANNOUNCED',
      provider: wallet.provider,
    })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.connect({ silent: false })
    const hash = await (connector.getProvider() as Provider).request({
      method: 'eth_sendTransaction',
      params: [{ from: address, to: other?.address, value: '0x1' }],
    })
    expect(events).toContainEqual({ type: 'transaction', hash, networkId: 'eip155:31337' })
    await waitForTransaction({ ...endpoint, hash: hash as string, signal: AbortSignal.timeout(10_000) })
    const receipt = await createClient(endpoint).request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })
    expect(receipt).toMatchObject({ status: '0x1' })
  })

  test('param: signal', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const controller = new AbortController()
    const waiting = waitForTransaction({ ...endpointOf(31337), hash, signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(
      waitForTransaction({ ...endpointOf(31337), hash, signal: controller.signal }),
    ).rejects.toThrow('left')
  })

  test('error: a malformed hash', async () => {
    const waiting = waitForTransaction({
      ...endpointOf(31337),
      hash: '0x1',
      signal: AbortSignal.timeout(1000),
    })
    await expect(waiting).rejects.toMatchObject({ rpcCode: -32602 })
  })
})

describe('switchNetwork', () => {
  test.each([true, false])(
    'behavior: adds a network the wallet does not have, switchOnAdd %s',
    async (switchOnAdd) => {
      const { network } = endpointOf(31338)
      const wallet = createEvmWallet({ chains: [{ chainId: 31337 }], authorized: true, switchOnAdd })
      const connector = createConnector({
        id: 'dev',
        name: 'Dev',
        type: 'ANNOUNCED',
        provider: wallet.provider,
      })
      await connector.switchNetwork({ network })
      expect(wallet.chainId).toBe(31338)
    },
  )
})
