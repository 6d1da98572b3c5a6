import { getArtifacts } from '@portico/devnet/artifacts'
import {
  bytesToHex,
  createTestClient,
  createWalletClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  publicActions,
  type WalletClient,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { packetToBytes } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { createNameStore } from '../names/store.ts'

// Names stored by a real gateway are resolved on a real chain by viem's own ENS functions.
const signerKey = generatePrivateKey()
const owner = mnemonicToAccount('test test test test test test test test test test test junk')
const alice = privateKeyToAccount(generatePrivateKey())
const zone = 'portico.local'
const resolve = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const multicall = parseAbi(['function multicall(bytes[] data) view returns (bytes[])'])
const batch = parseAbi([
  'function query((address sender, string[] urls, bytes data)[] requests) view returns (bool[] failures, bytes[] responses)',
])

let anvil: Anvil
let resolver: Hex
let universal: Hex
let wallet: WalletClient

beforeAll(async () => {
  anvil = await startAnvil()
  wallet = createWalletClient({ account: owner, chain: foundry, transport: http(anvil.url) })
  const artifacts = await getArtifacts()
  const deploy = async (name: 'NameRegistry' | 'OffchainResolver' | 'UniversalResolver', args: unknown[]) => {
    const { abi, bytecode } = artifacts[name]
    const hash = await wallet.deployContract({ abi, bytecode, args, account: owner, chain: foundry })
    const { contractAddress } = await client().waitForTransactionReceipt({ hash })
    return contractAddress as Hex
  }
  const registry = await deploy('NameRegistry', [])
  resolver = await deploy('OffchainResolver', [owner.address, [], [privateKeyToAccount(signerKey).address]])
  universal = await deploy('UniversalResolver', [registry])
  await send('NameRegistry', registry, 'setResolver', [namehash(zone), resolver])
}, 60_000)
afterAll(() => anvil.stop())

async function send(
  name: 'NameRegistry' | 'OffchainResolver',
  address: Hex,
  functionName: string,
  args: unknown[],
) {
  const { abi } = (await getArtifacts())[name]
  const hash = await wallet.writeContract({
    abi,
    address,
    functionName,
    args,
    account: owner,
    chain: foundry,
  })
  await client().waitForTransactionReceipt({ hash })
}

const client = () =>
  createTestClient({
    mode: 'anvil',
    // Do not retry requests for names that were not found.
    transport: http(anvil.url, { retryCount: 0 }),
    chain: { ...foundry, contracts: { ...foundry.contracts, ensUniversalResolver: { address: universal } } },
  }).extend(publicActions)

describe('names on a chain', () => {
  let gateway: TestApp
  let url: string

  beforeEach(async () => {
    gateway = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { NAMES_RESOLVERS: resolver, NAMES_SIGNER_KEY: signerKey },
    })
    url = `http://${await listenTestApp(gateway)}`
    await setUrls([`${url}/ccip/{sender}/{data}.json`])
    const store = createNameStore({ database: gateway.services.database })
    const entry = { name: `alice.${zone}`, owner: `60:${alice.address.toLowerCase()}`, now: 1 }
    await store.register({ ...entry, coinType: 60, address: alice.address.toLowerCase() })
    await store.setAttributes({ ...entry, attributes: { url: 'https://alice.example', avatar: 'data:,x' } })
    await store.setAddress({
      ...entry,
      coinType: 501,
      address: 'So11111111111111111111111111111111111111112',
    })
    await store.setAddress({ ...entry, coinType: 0x8000_000a, address: owner.address.toLowerCase() })
  })

  const setUrls = (urls: string[]) => send('OffchainResolver', resolver, 'setUrls', [urls])

  test('behavior: addresses on Ethereum, on other EVM chains (ENSIP-11) and on Solana', async () => {
    const name = `alice.${zone}`
    expect(await client().getEnsAddress({ name })).toBe(alice.address)
    expect(await client().getEnsAddress({ name, coinType: 60n })).toBe(alice.address.toLowerCase())
    expect(await client().getEnsAddress({ name, coinType: 0x8000_000an })).toBe(owner.address.toLowerCase())
    expect(await client().getEnsAddress({ name, coinType: 501n })).toBe(
      '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001',
    )
    expect(await client().getEnsAddress({ name, coinType: 0n })).toBeNull()
  })

  test('behavior: text records', async () => {
    const name = `alice.${zone}`
    expect(await client().getEnsText({ name, key: 'url' })).toBe('https://alice.example')
    expect(await client().getEnsText({ name, key: 'email' })).toBeNull()
    expect(await client().getEnsText({ name, key: 'constructor' })).toBeNull()
  })

  test('behavior: names without records resolve to nothing through the resolver of the zone', async () => {
    expect(await client().getEnsAddress({ name: `nobody.${zone}` })).toBeNull()
    expect(await client().getEnsAddress({ name: `deep.alice.${zone}` })).toBeNull()
  })

  test('behavior: a POST request is used if the URL has no {data}', async () => {
    await setUrls([`${url}/ccip`])
    expect(await client().getEnsAddress({ name: `alice.${zone}` })).toBe(alice.address)
  })

  test('behavior: an unreachable gateway is skipped', async () => {
    await setUrls(['http://127.0.0.1:9/{sender}/{data}', `${url}/ccip/{sender}/{data}.json`])
    expect(await client().getEnsAddress({ name: `alice.${zone}` })).toBe(alice.address)
  })

  test('behavior: any page may read a response, and its cache lifetime is shorter than its validity', async () => {
    const response = await fetch(`${url}/ccip/${resolver}/${question(`alice.${zone}`)}.json`, {
      headers: { origin: 'https://anybody.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('error: a response signed with a key the contract does not trust', async () => {
    const other = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { NAMES_RESOLVERS: resolver, NAMES_SIGNER_KEY: generatePrivateKey() },
    })
    await setUrls([`http://${await listenTestApp(other)}/ccip/{sender}/{data}.json`])
    await expect(client().getEnsAddress({ name: `alice.${zone}`, strict: true })).rejects.toThrow()
  })

  test('error: an expired response', async () => {
    const late = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { NAMES_RESOLVERS: resolver, NAMES_SIGNER_KEY: signerKey },
      now: () => Date.now() - 3_600_000,
    })
    await setUrls([`http://${await listenTestApp(late)}/ccip/{sender}/{data}.json`])
    await expect(client().getEnsAddress({ name: `alice.${zone}`, strict: true })).rejects.toThrow()
  })

  test('error: a request of an unknown contract', async () => {
    const response = await fetch(`${url}/ccip/${universal}/${question(`alice.${zone}`)}.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'This gateway does not answer for that contract.' })
  })

  test('error: a name outside the zone is refused instead of having no records', async () => {
    const response = await fetch(`${url}/ccip/${resolver}/${question('vitalik.eth')}.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      message: `This gateway serves only names that end with ${zone}.`,
    })
  })

  test('error: a name that is too long', async () => {
    const name = `${'a.'.repeat(2000)}${zone}`
    const calls = Array<Hex>(64).fill(addrCall(name))
    const data = encodeFunctionData({ abi: multicall, args: [calls] })
    const response = await fetch(`${url}/ccip`, {
      method: 'POST',
      body: JSON.stringify({ sender: resolver, data: question(name, data) }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ message: 'The name is not well-formed.' })
  })

  test('error: requests in a batch are refused individually (ENSIP-21)', async () => {
    const data = question(`alice.${zone}`)
    const requests = [
      { sender: resolver, urls: ['https://evil.example'], data },
      { sender: universal, urls: [], data },
      { sender: resolver, urls: [], data: '0x1234' as const },
      // A nested batch could make the response arbitrarily large.
      { sender: resolver, urls: [], data: encodeFunctionData({ abi: batch, args: [[]] }) },
    ]
    const send = async (entries: readonly (typeof requests)[number][]) => {
      const body = { sender: universal, data: encodeFunctionData({ abi: batch, args: [entries] }) }
      return fetch(`${url}/ccip`, { method: 'POST', body: JSON.stringify(body) })
    }
    const answer = (await (await send(requests)).json()) as { data: Hex }
    const [failures] = decodeFunctionResult({ abi: batch, data: answer.data })
    expect(failures).toEqual([false, true, true, true])
    const many = await send(Array.from({ length: 33 }, () => requests[2] as (typeof requests)[number]))
    expect(many.status).toBe(400)
  })

  test.each([
    '0x',
    '0x1234',
    `0x9061b923${'00'.repeat(64)}`,
    `0xa780bab6${'ff'.repeat(64)}`,
    'hello',
    `0x${'00'.repeat(40_000)}`,
  ])('error: malformed data: %.20s', async (data) => {
    for (const response of [
      await fetch(`${url}/ccip`, { method: 'POST', body: JSON.stringify({ sender: resolver, data }) }),
      await fetch(`${url}/ccip/${resolver}/${data.slice(0, 4000)}.json`),
    ]) {
      expect([400, 413]).toContain(response.status)
      expect(response.headers.get('content-type')).toContain('json')
    }
  })
})

const addrCall = (name: string) =>
  encodeFunctionData({
    abi: parseAbi(['function addr(bytes32) view returns (address)']),
    args: [namehash(name)],
  })

/** Encodes `resolve(name, addr(node))`, as the contract does. */
function question(name: string, call: Hex = addrCall(name)): Hex {
  return encodeFunctionData({ abi: resolve, args: [bytesToHex(packetToBytes(name)), call] })
}
