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
import { createTestApp, type TestApp } from '../../../testing/createTestApp.ts'
import { listenTestApp } from '../../../testing/listenTestApp.ts'
import { type Anvil, startAnvil } from '../../../testing/startAnvil.ts'
import { createNameStore } from '../store.ts'

// Names kept by a real gateway, resolved on a real chain by viem's own ENS functions.
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
    // What was not found is not asked for again and again.
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

  test('behavior: addresses of Ethereum, of other chains (ENSIP-11) and of Solana', async () => {
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

  test('behavior: the resolver of a name is that of the zone', async () => {
    expect(await client().getEnsAddress({ name: `nobody.${zone}` })).toBeNull()
    expect(await client().getEnsAddress({ name: `deep.alice.${zone}` })).toBeNull()
  })

  test('behavior: by POST, where the address has no {data}', async () => {
    await setUrls([`${url}/ccip`])
    expect(await client().getEnsAddress({ name: `alice.${zone}` })).toBe(alice.address)
  })

  test('behavior: a gateway that is gone is passed over', async () => {
    await setUrls(['http://127.0.0.1:9/{sender}/{data}', `${url}/ccip/{sender}/{data}.json`])
    expect(await client().getEnsAddress({ name: `alice.${zone}` })).toBe(alice.address)
  })

  test('behavior: answers may be read by any page, and kept for less than they are good', async () => {
    const response = await fetch(`${url}/ccip/${resolver}/${question(`alice.${zone}`)}.json`, {
      headers: { origin: 'https://anybody.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('cache-control')).toBe('public, max-age=60')
  })

  test('error: signed by a key the contract does not trust', async () => {
    const other = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { NAMES_RESOLVERS: resolver, NAMES_SIGNER_KEY: generatePrivateKey() },
    })
    await setUrls([`http://${await listenTestApp(other)}/ccip/{sender}/{data}.json`])
    await expect(client().getEnsAddress({ name: `alice.${zone}`, strict: true })).rejects.toThrow()
  })

  test('error: an answer shown to the contract after its time', async () => {
    const late = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      env: { NAMES_RESOLVERS: resolver, NAMES_SIGNER_KEY: signerKey },
      now: () => Date.now() - 3_600_000,
    })
    await setUrls([`http://${await listenTestApp(late)}/ccip/{sender}/{data}.json`])
    await expect(client().getEnsAddress({ name: `alice.${zone}`, strict: true })).rejects.toThrow()
  })

  test('error: a question for another contract is not signed', async () => {
    const response = await fetch(`${url}/ccip/${universal}/${question(`alice.${zone}`)}.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'This gateway does not answer for that contract.' })
  })

  test('error: of a name outside of its zone it does not say that it were empty', async () => {
    const response = await fetch(`${url}/ccip/${resolver}/${question('vitalik.eth')}.json`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: `This gateway keeps the names of ${zone} alone.` })
  })

  test('error: a name too long to be one, whatever is asked about it', async () => {
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

  test('error: of a batch, each question is judged by itself (ENSIP-21)', async () => {
    const data = question(`alice.${zone}`)
    const asked = [
      { sender: resolver, urls: ['https://evil.example'], data },
      { sender: universal, urls: [], data },
      { sender: resolver, urls: [], data: '0x1234' as const },
      // A batch within a batch could grow without end.
      { sender: resolver, urls: [], data: encodeFunctionData({ abi: batch, args: [[]] }) },
    ]
    const ask = async (questions: readonly (typeof asked)[number][]) => {
      const body = { sender: universal, data: encodeFunctionData({ abi: batch, args: [questions] }) }
      return fetch(`${url}/ccip`, { method: 'POST', body: JSON.stringify(body) })
    }
    const answer = (await (await ask(asked)).json()) as { data: Hex }
    const [failures] = decodeFunctionResult({ abi: batch, data: answer.data })
    expect(failures).toEqual([false, true, true, true])
    const many = await ask(Array.from({ length: 33 }, () => asked[2] as (typeof asked)[number]))
    expect(many.status).toBe(400)
  })

  test.each([
    '0x',
    '0x1234',
    `0x9061b923${'00'.repeat(64)}`,
    `0xa780bab6${'ff'.repeat(64)}`,
    'hello',
    `0x${'00'.repeat(40_000)}`,
  ])('error: data that is no question: %.20s', async (data) => {
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

/** `resolve(name, addr(node))`, as the contract asks it. */
function question(name: string, call: Hex = addrCall(name)): Hex {
  return encodeFunctionData({ abi: resolve, args: [bytesToHex(packetToBytes(name)), call] })
}
