import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createKit, defineChain, switchNetwork } from '@portico/core'
import { getCallsStatus, getCapabilities, sendCalls } from '@portico/core/calls'
import { memoryStorage } from '@portico/core/testing'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createEvmWallet } from '@portico/testkit'
import { BrowserProvider, type Eip1193Provider, verifyMessage, verifyTypedData } from 'ethers'
import { providers, utils } from 'ethers5'
import {
  AtomicityNotSupportedError,
  createWalletClient,
  custom,
  DuplicateIdError,
  type EIP1193Provider,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  UnknownBundleIdError,
  UnsupportedNonOptionalCapabilityError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { evm } from '../evm.ts'
import { Ethers5Adapter, EthersAdapter } from '../index.ts'
import { calls as evmCalls } from './calls.ts'

let dataDir: string
let devnet: Devnet
let url: string
beforeAll(async () => {
  // Wallets announce themselves on it. jsdom has one as well, but cannot start the chains.
  vi.stubGlobal('window', new EventTarget())
  dataDir = await mkdtemp(join(tmpdir(), 'portico-calls-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
  vi.unstubAllGlobals()
})

const [dusd] = devnetManifest.chains[0].tokens
const network = () =>
  defineChain({
    ...{ id: 31337, name: 'One', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [url] } },
  })
const friend = '0x1111222233334444555566667777888899990001'
const closedGate = devnetManifest.chains[0].contracts.closedGate
const transfer = (amount: bigint) => ({
  to: dusd?.address ?? '',
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] }) as string,
})
const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: unknown }).result
}
const held = async () =>
  BigInt(
    `${await rpc('eth_call', { to: dusd?.address, data: `0x70a08231${friend.slice(2).padStart(64, '0')}` }, 'latest')}`,
  )

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A kit that is connected to a wallet on the local chain. */
async function setup(batches: 'atomic' | 'sequential' | undefined) {
  const wallet = createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: url }], batches })
  stops.push(wallet.announce(window))
  const kit = createKit({
    ...{ projectId: 'test', networks: [network()], adapters: [{ namespace: evm() }] },
    ...{ storage: memoryStorage(), logLevel: 'silent' },
  })
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: wallet.info.rdns })
  const asked = (method: string) => wallet.requests.filter((request) => request.method === method).length
  const ends = async (id: string, statusCode: number) => {
    await expect.poll(async () => (await getCallsStatus(kit, { id })).statusCode).toBe(statusCode)
    return getCallsStatus(kit, { id })
  }
  return { kit, wallet, asked, ends }
}

describe('calls', () => {
  test('behavior: a wallet that can executes two transfers in one transaction', async () => {
    const { kit, asked, ends } = await setup('atomic')
    const before = await held()
    expect(await getCapabilities(kit)).toEqual({ 'eip155:31337': { atomic: { status: 'ready' } } })
    const { id, isBatch } = await sendCalls(kit, {
      calls: [transfer(1n), transfer(2n)],
      atomicRequired: true,
    })
    expect(isBatch).toBe(true)
    const { receipts, ...status } = await ends(id, 200)
    expect(status).toMatchObject({ networkId: 'eip155:31337', status: 'success', atomic: true })
    expect(receipts).toMatchObject([{ status: 'success', gasUsed: expect.any(BigInt) }])
    expect(receipts[0]?.logs).toHaveLength(2)
    expect((await held()) - before).toBe(3n)
    expect(asked('eth_sendTransaction')).toBe(0)
    expect(await getCapabilities(kit)).toEqual({ 'eip155:31337': { atomic: { status: 'supported' } } })
  })

  test('behavior: all or none: one that reverts takes the others with it', async () => {
    const { kit } = await setup('atomic')
    const before = await held()
    // The wallet’s estimate of the gas finds it out.
    const sent = sendCalls(kit, {
      calls: [transfer(1n), { to: closedGate, data: '0x12345678' }],
      atomicRequired: true,
    })
    await expect(sent).rejects.toMatchObject({ rpcCode: expect.any(Number) })
    expect(await held()).toBe(before)
  })

  test('behavior: a wallet without batches is asked for each call', async () => {
    const { kit, asked, ends } = await setup(undefined)
    const before = await held()
    expect(await getCapabilities(kit)).toEqual({})
    const { id, isBatch } = await sendCalls(kit, { calls: [transfer(1n), transfer(2n)] })
    expect(isBatch).toBe(false)
    const { receipts, ...status } = await ends(id, 200)
    expect(status).toMatchObject({ id, networkId: 'eip155:31337', status: 'success', atomic: false })
    expect(receipts).toMatchObject([{ status: 'success' }, { status: 'success' }])
    expect((await held()) - before).toBe(3n)
    expect(asked('eth_sendTransaction')).toBe(2)
  })

  test.each(['sequential', undefined] as const)(
    'error: nothing is sent if all or none is wanted and the wallet is %s',
    async (batches) => {
      const { kit, asked } = await setup(batches)
      const before = await held()
      const sent = sendCalls(kit, { calls: [transfer(1n), transfer(2n)], atomicRequired: true })
      await expect(sent).rejects.toMatchObject({ rpcCode: 5760 })
      expect([await held(), asked('eth_sendTransaction')]).toEqual([before, 0])
    },
  )

  test('behavior: the second one is refused: the first stays, and no other follows', async () => {
    const { kit, wallet, asked, ends } = await setup(undefined)
    const before = await held()
    wallet.setPolicy('ask')
    const sent = sendCalls(kit, { calls: [transfer(1n), transfer(2n), transfer(4n)] })
    ;(await wallet.waitForRequest()).approve()
    const { id } = await sent
    ;(await wallet.waitForRequest()).reject()
    const { receipts } = await ends(id, 600)
    expect([receipts.length, (await held()) - before, asked('eth_sendTransaction')]).toEqual([1, 1n, 2])
  })

  test('behavior: what a wallet reports as executed one after the other is not atomic', async () => {
    const { kit, ends } = await setup('sequential')
    const { id } = await sendCalls(kit, { calls: [transfer(1n), transfer(2n)] })
    expect(await ends(id, 200)).toMatchObject({ atomic: false, receipts: { length: 2 } })
    await expect(getCallsStatus(kit, { id: '0x12' })).rejects.toMatchObject({ rpcCode: 5730 })
  })
})

/** A wallet that answers with `result`, or throws it. */
const answering = (result: unknown) => ({
  async request({ method }: { method: string }) {
    if (method === 'eth_chainId') return '0x7a69'
    if (result instanceof Error) throw result
    return result
  },
})

describe('answers of wallets', () => {
  const hash = `0x${'ab'.repeat(32)}` as Hex
  const receipt = {
    ...{ transactionHash: hash, blockHash: hash, status: '0x1', blockNumber: '0x1', gasUsed: '0x5208' },
    logs: [{ address: friend, data: '0x', topics: [hash] }],
  }
  const status = (answer: unknown) => evmCalls.getStatus({ provider: answering(answer), id: '0x1' })

  test('behavior: versions 1.0 and 2.0.0', async () => {
    expect(await status({ status: 'PENDING' })).toMatchObject({ statusCode: 100, networkId: 'eip155:31337' })
    expect(await status({ status: 'CONFIRMED', receipts: [receipt] })).toMatchObject({ statusCode: 200 })
    const reverted = { ...receipt, status: '0x0' }
    expect(await status({ status: 'CONFIRMED', receipts: [reverted] })).toMatchObject({ statusCode: 500 })
    const answer = { version: '2.0.0', chainId: '0x1', status: 200, atomic: true, receipts: [receipt] }
    expect(await status(answer)).toEqual({
      ...{ id: '0x1', networkId: 'eip155:1', status: 'success', statusCode: 200, atomic: true },
      receipts: [{ ...receipt, status: 'success', blockNumber: 1n, gasUsed: 21_000n }],
    })
  })

  test.each([
    undefined,
    null,
    'CONFIRMED',
    {},
    { status: 99 },
    { status: 'DONE' },
    { status: 200, receipts: {} },
    { status: 200, receipts: [{ ...receipt, transactionHash: '0x12' }] },
    { status: 200, receipts: [{ ...receipt, logs: [{ address: 'x', data: '0x', topics: [] }] }] },
    { status: 200, receipts: [{ ...receipt, gasUsed: -1 }] },
    { status: 200, chainId: 'mainnet' },
  ])('error: a status that is none: %j', async (answer) => {
    await expect(status(answer)).rejects.toMatchObject({ rpcCode: -32603 })
  })

  test.each([undefined, null, '', {}, { id: 5 }, { id: '' }, 'x'.repeat(8195)])(
    'error: an ID that is none is not asked for again: %j',
    async (answer) => {
      const batch = { calls: [transfer(1n)], atomicRequired: false }
      const sent = evmCalls.sendBatch({
        ...{ network: network(), urls: [url], provider: answering(answer), account: friend, batch },
      })
      await expect(sent).rejects.toMatchObject({ rpcCode: -32603 })
    },
  )

  test('behavior: capabilities of all chains, and of one', async () => {
    const read = (answer: unknown) =>
      evmCalls.getCapabilities({
        ...{ provider: answering(answer), account: friend, networkIds: ['eip155:1', 'eip155:8453'] },
      })
    const atomic = { atomic: { status: 'supported' } }
    expect(await read({ '0x0': { flow: true }, '0x2105': atomic })).toEqual({
      'eip155:1': { flow: true },
      'eip155:8453': { flow: true, ...atomic },
    })
    for (const answer of [undefined, null, 'x', [], { '0x1': 'x', '0x2105': null }])
      expect(await read(answer)).toEqual({})
  })
})

describe('the actions of viem, over the provider of the kit', () => {
  /** A client of viem, which knows nothing of the kit. */
  async function start(batches: 'atomic' | 'sequential' | undefined) {
    const { kit, wallet } = await setup(batches)
    const [connector] = kit.connectors.values()
    const client = createWalletClient({
      ...{ account: wallet.accounts[0], chain: foundry, pollingInterval: 50 },
      transport: custom(connector?.getProvider() as EIP1193Provider, { retryCount: 0 }),
    })
    return { client, wallet, calls: [transfer(1n), transfer(2n)] as { to: Hex; data: Hex }[] }
  }

  test('behavior: a wallet that can: capabilities, batch, status, and what it shows', async () => {
    const { client, wallet, calls } = await start('atomic')
    const before = await held()
    expect(await client.getCapabilities({ chainId: 31337 })).toEqual({ atomic: { status: 'ready' } })
    const { id } = await client.sendCalls({ calls, forceAtomic: true })
    const { receipts, ...status } = await client.waitForCallsStatus({ id, throwOnFailure: true })
    expect(status).toEqual({
      ...{ id, version: '2.0.0', chainId: 31337, atomic: true, status: 'success', statusCode: 200 },
      capabilities: undefined,
    })
    expect(receipts).toMatchObject([{ status: 'success', blockNumber: expect.any(BigInt) }])
    expect(receipts?.[0]?.logs).toHaveLength(2)
    expect((await client.getCallsStatus({ id })).status).toBe('success')
    await client.showCallsStatus({ id })
    const sync = await client.sendCallsSync({ calls, id: 'viem-1' })
    expect(sync).toMatchObject({ id: 'viem-1', status: 'success', atomic: true })
    expect((await held()) - before).toBe(6n)
    expect(await client.getCapabilities()).toEqual({ 31337: { atomic: { status: 'supported' } } })

    await expect(client.sendCalls({ calls, id: 'viem-1' })).rejects.toMatchObject({
      cause: expect.any(DuplicateIdError),
    })
    await expect(client.getCallsStatus({ id: 'viem-2' })).rejects.toThrow(UnknownBundleIdError)
    await expect(
      client.sendCalls({ calls, capabilities: { paymasterService: { url: 'https://a.example' } } }),
    ).rejects.toMatchObject({ cause: expect.any(UnsupportedNonOptionalCapabilityError) })
    wallet.setPolicy('reject')
    await expect(client.sendCalls({ calls })).rejects.toMatchObject({
      cause: expect.any(UserRejectedRequestError),
    })
  })

  test('behavior: a wallet that makes one call after the other', async () => {
    const { client, calls } = await start('sequential')
    expect(await client.getCapabilities({ chainId: 31337 })).toEqual({ atomic: { status: 'unsupported' } })
    await expect(client.sendCalls({ calls, forceAtomic: true })).rejects.toMatchObject({
      cause: expect.any(AtomicityNotSupportedError),
    })
    expect(await client.sendCallsSync({ calls })).toMatchObject({
      ...{ status: 'success', atomic: false },
      receipts: [{ status: 'success' }, { status: 'success' }],
    })
  })

  test('error: a wallet without batches says so', async () => {
    const { client, calls } = await start(undefined)
    await expect(client.sendCalls({ calls })).rejects.toMatchObject({
      cause: expect.any(UnsupportedProviderMethodError),
    })
    await expect(client.getCapabilities()).rejects.toThrow(UnsupportedProviderMethodError)
  })
})

describe('ethers, over the provider of the kit', () => {
  /** The provider of a kit that is connected to a wallet with both local networks. */
  async function start(adapter: EthersAdapter) {
    const chains = devnet.chains.map(({ chainId, url }) => ({ chainId, rpcUrl: url }))
    const wallet = createEvmWallet({ chains })
    stops.push(wallet.announce(window))
    const [two] = chains.flatMap(({ chainId, rpcUrl }) => (chainId === 31338 ? [rpcUrl] : []))
    const other = defineChain({
      ...{ id: 31338, name: 'Two', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: [two ?? expect.fail()] } },
    })
    const kit = createKit({
      ...{ projectId: 'test', networks: [network(), other], adapters: [adapter] },
      ...{ storage: memoryStorage(), logLevel: 'silent' },
    })
    stops.push(() => kit.destroy())
    await connect(kit, { connectorId: wallet.info.rdns })
    const [connector] = kit.connectors.values()
    const provider = connector?.getProvider() as Eip1193Provider & providers.ExternalProvider
    return { kit, wallet, provider, address: wallet.accounts[0] as string, other }
  }

  const domain = { name: 'Shop', version: '1', chainId: 31337, verifyingContract: friend }
  const types = { Order: [{ name: 'item', type: 'string' }] }
  const order = { item: 'A book' }

  test('behavior: version 6 signs, sends and follows the network', async () => {
    const { kit, wallet, provider, address, other } = await start(new EthersAdapter())
    const browser = new BrowserProvider(provider, 'any', { pollingInterval: 50, cacheTimeout: -1 })
    stops.push(() => browser.destroy())
    const signer = await browser.getSigner()
    expect([signer.address, (await browser.getNetwork()).chainId]).toEqual([address, 31337n])
    expect(verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(address)
    const signature = await signer.signTypedData(domain, types, order)
    expect(verifyTypedData(domain, types, order, signature)).toBe(address)

    const before = await browser.getBalance(friend)
    const transaction = await signer.sendTransaction({ to: friend, value: 5n })
    expect((await transaction.wait())?.status).toBe(1)
    expect((await browser.getBalance(friend)) - before).toBe(5n)

    const changed = new Promise((resolve) => void browser.once('network', ({ chainId }) => resolve(chainId)))
    await switchNetwork(kit, { network: other })
    await browser.getNetwork()
    expect(await changed).toBe(31338n)
    expect((await new BrowserProvider(provider).getNetwork()).chainId).toBe(31338n)

    wallet.setPolicy('reject')
    await expect(signer.signMessage('Hello')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  })

  test('behavior: version 5 signs, sends and follows the network', async () => {
    const { kit, wallet, provider, address, other } = await start(new Ethers5Adapter())
    const web3 = new providers.Web3Provider(provider, 'any')
    web3.pollingInterval = 50
    stops.push(() => web3.removeAllListeners())
    const signer = web3.getSigner()
    expect([await signer.getAddress(), (await web3.getNetwork()).chainId]).toEqual([address, 31337])
    expect(utils.verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(address)
    const signature = await signer._signTypedData(domain, types, order)
    expect(utils.verifyTypedData(domain, types, order, signature)).toBe(address)

    const before = await web3.getBalance(friend)
    const transaction = await signer.sendTransaction({ to: friend, value: 5 })
    expect((await transaction.wait()).status).toBe(1)
    expect((await web3.getBalance(friend)).sub(before).toNumber()).toBe(5)

    await switchNetwork(kit, { network: other })
    expect((await web3.getNetwork()).chainId).toBe(31338)

    wallet.setPolicy('reject')
    await expect(signer.signMessage('Hello')).rejects.toMatchObject({ code: 4001 })
  })
})
