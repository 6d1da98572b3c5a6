import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getArtifacts } from '@portico/devnet/artifacts'
import { problem, resolveResponse } from '@portico/protocol/gateway'
import {
  encodeAbiParameters,
  encodeDeployData,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
} from 'viem'
import { mainnet } from 'viem/chains'
import { namehash, normalize } from 'viem/ens'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { type ConstantAnswer, constantCode } from '../../testing/constantCode.ts'
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts'
import { readNasty } from '../../testing/readNasty.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startTlsSite } from '../../testing/startTlsSite.ts'
import { type SeenRequest, startUpstream } from '../../testing/startUpstream.ts'
import { createNameStore } from '../names/store.ts'

const artifacts = await getArtifacts()
const errors = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes data)',
])
const base = 'eip155:8453'
const baseCoin = 0x8000_0000 + 8453
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const resolver = '0x00000000000000000000000000000000000000ee'
const gateways = 'https://names.example.com/{sender}/{data}.json'

/** A chain with ENS's contracts: every name below has the resolver `resolver`. */
let anvil: Anvil
let registry: Hex
beforeAll(async () => {
  anvil = await startAnvil(['--chain-id', '1'])
  registry = await deploy('NameRegistry', [])
  const universal = await deploy('UniversalResolver', [registry])
  const code = await anvil.rpc('eth_getCode', [universal, 'latest'])
  await anvil.rpc('anvil_setCode', [mainnet.contracts.ensUniversalResolver.address, code])
  await setResolver('alice.eth')
}, 60_000)
afterAll(() => anvil?.stop())
beforeEach(() => answer({ returns: encodeBytes(encodeAbiParameters([{ type: 'address' }], [alice])) }))

async function transact(call: { to?: Hex; data: Hex }) {
  const accounts = (await anvil.rpc('eth_accounts')) as Hex[]
  const hash = await anvil.rpc('eth_sendTransaction', [{ from: accounts[0], ...call }])
  const receipt = () => anvil.rpc('eth_getTransactionReceipt', [hash])
  await vi.waitFor(async () => expect(await receipt()).not.toBeNull(), { interval: 5, timeout: 15_000 })
  return (await receipt()) as { contractAddress: Hex }
}
async function deploy(name: 'NameRegistry' | 'UniversalResolver', args: readonly unknown[]) {
  const { abi, bytecode } = artifacts[name]
  return (await transact({ data: encodeDeployData({ abi, bytecode, args }) })).contractAddress
}
async function setResolver(name: string) {
  const { abi } = artifacts.NameRegistry
  const args = [namehash(name), resolver]
  await transact({ to: registry, data: encodeFunctionData({ abi, functionName: 'setResolver', args }) })
}
/** Sets what the resolver answers; `short` to the question for the coin type 60, whose data is shorter. */
async function answer(every: ConstantAnswer, short?: ConstantAnswer) {
  // `resolve(bytes name, bytes data)`: the data of `addr(bytes32)` takes 64 bytes of it, that with a coin type 96.
  const options = short ? { short, shorterThan: 4 + 32 * 8 } : {}
  await anvil.rpc('anvil_setCode', [resolver, constantCode(every, options)])
}
const encodeBytes = (value: Hex) => encodeAbiParameters([{ type: 'bytes' }], [value])
/** The answer of a resolver to a question with a coin type. */
const record = (value: Hex): ConstantAnswer => ({ returns: encodeBytes(encodeBytes(value)) })
const addressRecord = (address: Hex): ConstantAnswer => ({
  returns: encodeBytes(encodeAbiParameters([{ type: 'address' }], [address])),
})
const unsupported: ConstantAnswer = {
  reverts: encodeErrorResult({ abi: errors, errorName: 'UnsupportedResolverProfile', args: ['0xf1cb7e06'] }),
}
const lookup = (urls: readonly string[], sender: Hex = resolver): ConstantAnswer => ({
  reverts: encodeErrorResult({
    abi: errors,
    errorName: 'OffchainLookup',
    args: [sender, urls, '0x1234', '0xb4a85801', '0x'],
  }),
})

/** A gateway whose only node of Ethereum is the chain, with a site for offchain lookups. */
async function start({
  behave = (_, response) => void response.writeHead(404).end(),
  rpcUrl = anvil.url,
}: {
  behave?: (request: IncomingMessage, response: ServerResponse) => void
  rpcUrl?: string
} = {}) {
  const site = await startTlsSite({ names: ['names.example.com', 'other.example.com'], behave })
  const gateway = await createTestApp({
    rpcUrls: { 'eip155:1': [rpcUrl] },
    makeSafeFetch: (options) =>
      createSafeFetch({ ...options, resolve: async () => ['93.184.216.34'], connect: site.connect }),
  })
  return { gateway, site, resolve: (name: string, chain: string) => resolve(gateway, name, chain) }
}
async function resolve({ get }: TestApp, name: string, chain: string) {
  const response = await get(`/v1/resolve/${encodeURIComponent(name)}?chainId=${encodeURIComponent(chain)}`)
  const body = await response.json()
  return response.ok
    ? { ...resolveResponse.parse(body), cache: response.headers.get('cache-control') }
    : problem.parse(body).code
}

describe('GET /v1/resolve/{name}', () => {
  test('behavior: resolves a name in its normal form, and may be kept for a minute by the browser', async () => {
    const { resolve } = await start()
    expect(await resolve('Alice.ETH', 'eip155:1')).toEqual({
      name: 'alice.eth',
      address: alice,
      source: 'ens',
      coinType: 60,
      cache: 'private, max-age=60',
    })
  })

  test('behavior: the address of the network comes before that of Ethereum, which is the fallback', async () => {
    const { resolve } = await start()
    const other = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    await answer(record(other), addressRecord(alice))
    expect(await resolve('alice.eth', base)).toMatchObject({ address: other, coinType: baseCoin })
    expect(await resolve('alice.eth', 'eip155:1')).toMatchObject({ address: alice, coinType: 60 })
    const error: ConstantAnswer = {
      reverts: encodeErrorResult({ abi: errors, errorName: 'ResolverError', args: ['0x'] }),
    }
    for (const unset of [record('0x'), record(`0x${'00'.repeat(20)}`), unsupported, error]) {
      await answer(unset, addressRecord(alice))
      expect(await resolve('alice.eth', base)).toMatchObject({ address: alice, coinType: 60 })
    }
    // There is no coin type for such a large chain ID.
    expect(await resolve('alice.eth', 'eip155:4294967296')).toMatchObject({ address: alice, coinType: 60 })
  })

  test.each([
    [solana, '0x38f0a5b5b8b1a1bdfe6b0f5a6ad0d1ae7a5ccc3cde3b4f6d6ef7d4d2b3a1f0e9', 501],
    // Examples of ENSIP-9.
    [bitcoin, '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    [bitcoin, '0xa91462e907b15cbf27d5425399ebf6f0fb50ebb88f1887', '3Ai1JZ8pdJb2ksieUV8FsxSNVJCpoPi8W6'],
    [bitcoin, '0x0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      bitcoin,
      '0x512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
  ] as const)('behavior: decodes a record of %s: %s', async (chain, bytes, expected) => {
    const { resolve } = await start()
    await answer(record(bytes))
    const found = await resolve('alice.eth', chain)
    if (expected === 501)
      expect(found).toMatchObject({ coinType: 501, address: expect.stringMatching(/^4\w{43}$/) })
    else expect(found).toMatchObject({ coinType: 0, address: expected })
  })

  test('error: a record that is zero, malformed or of another kind of network', async () => {
    const { resolve } = await start()
    const wrong: [string, ConstantAnswer][] = [
      ...(['eip155:1', base] as const).flatMap((chain): [string, ConstantAnswer][] => [
        [chain, addressRecord(`0x${'00'.repeat(20)}`)],
        [chain, { returns: '0x' }],
        [chain, { returns: encodeBytes('0x') }],
        [chain, { returns: encodeBytes('0x1234') }],
        // 32 bytes, of which only the last 20 would be the address.
        [chain, { returns: encodeBytes(`0x${'11'.repeat(32)}`) }],
        [chain, { returns: encodeBytes(`0x${'00'.repeat(5000)}`) }],
        [chain, { reverts: '0x' }],
      ]),
      [base, record(`0x${'11'.repeat(19)}`)],
      [base, record(`0x${'11'.repeat(32)}`)],
      [base, record('0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac')],
      // Offset and length that point out of the answer.
      [base, { returns: encodeBytes(`0x${'ff'.repeat(64)}`) }],
      [solana, record(`0x${'00'.repeat(32)}`)],
      [solana, record(alice)],
      [bitcoin, record(alice)],
      [bitcoin, record('0x6a0568656c6c6f')],
      [bitcoin, record('0x0014')],
      [bitcoin, record(`0x0014${'00'.repeat(20)}`)],
      [bitcoin, record(`0x5120${'11'.repeat(33)}`)],
      [bitcoin, record(`0x${'00'.repeat(30)}`)],
    ]
    for (const [chain, hostile] of wrong) {
      await answer(hostile)
      expect([chain, hostile, await resolve('alice.eth', chain)]).toEqual([chain, hostile, 'name-unknown'])
    }
    // The record of Bitcoin's main network is no address of a test network.
    await answer(record('0x0014751e76e8199196d454941c45d1b3a323f1433bd6'))
    expect(await resolve('alice.eth', 'bip122:000000000933ea01ad0ee984209779ba')).toBe('name-unknown')
  })

  test('error: a name without resolver, without Ethereum node, or while the node fails', async () => {
    const { resolve } = await start()
    expect(await resolve('nobody.eth', 'eip155:1')).toBe('name-unknown')
    const down = await startUpstream({ behave: (_, response) => void response.writeHead(500).end() })
    expect(await (await start({ rpcUrl: down.url })).resolve('alice.eth', 'eip155:1')).toBe(
      'upstream-unavailable',
    )
    const without = await createTestApp({ rpcUrls: { 'eip155:31337': [anvil.url] } })
    expect(await (await without.get('/v1/resolve/alice.eth?chainId=eip155:1')).json()).toMatchObject({
      code: 'name-unknown',
      detail: expect.stringContaining('no upstream for eip155:1'),
    })
  })

  test('param: chainId', async () => {
    const { resolve, gateway } = await start()
    expect(await resolve('alice.eth', 'mainnet')).toBe('invalid-request')
    expect((await gateway.get('/v1/resolve/alice.eth')).status).toBe(400)
    expect(await resolve('alice.eth', 'cosmos:cosmoshub-4')).toBe('chain-not-supported')
    expect(await resolve('alice.eth', 'eip155:0x1')).not.toBe(expect.objectContaining({ address: alice }))
  })
})

describe('offchain lookups of a name', () => {
  const json = (response: ServerResponse, value: unknown, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  test('behavior: a resolver that asks again and again is stopped', async () => {
    const node = await countCalls()
    const { resolve, site } = await start({
      rpcUrl: node.url,
      behave: (_, response) => json(response, { data: '0x1234' }),
    })
    await answer(lookup([gateways]))
    expect(await resolve('alice.eth', 'eip155:1')).toBe('name-unknown')
    expect(site.requests.length).toBeLessThanOrEqual(4)
    expect(node.calls()).toBeLessThanOrEqual(8)
  })

  test('behavior: a resolver that asks for nothing is stopped, too', async () => {
    // Without lookups, only the calls are counted.
    const node = await countCalls()
    const { resolve, site } = await start({ rpcUrl: node.url })
    const code = constantCode({
      reverts: encodeErrorResult({
        abi: errors,
        errorName: 'OffchainLookup',
        args: [
          mainnet.contracts.ensUniversalResolver.address,
          ['x-batch-gateway:true'],
          encodeFunctionData({
            abi: parseAbi(['function query((address,string[],bytes)[]) returns (bool[], bytes[])']),
            args: [[]],
          }),
          '0xb4a85801',
          '0x',
        ],
      }),
    })
    const universal = mainnet.contracts.ensUniversalResolver.address
    const original = await anvil.rpc('eth_getCode', [universal, 'latest'])
    await anvil.rpc('anvil_setCode', [universal, code])
    try {
      expect(await resolve('alice.eth', 'eip155:1')).toBe('name-unknown')
    } finally {
      await anvil.rpc('anvil_setCode', [universal, original])
    }
    expect(site.requests).toEqual([])
    expect(node.calls()).toBeLessThanOrEqual(8)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['fails', (response) => json(response, { message: 'no' }, 500)],
    ['answers without data', (response) => json(response, {})],
    ['answers what is no hex', (response) => json(response, { data: '0xzz' })],
    [
      'answers no JSON',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    ],
    ['answers HTML', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('0x12')],
    ['answers too much', (response) => json(response, { data: `0x${'00'.repeat(70_000)}` })],
    ['sends on', (response) => void response.writeHead(302, { location: 'https://127.0.0.1/' }).end()],
  ])('error: no fallback to Ethereum’s address when a server %s', async (_, respond) => {
    const { resolve } = await start({ behave: (_, response) => respond(response) })
    await answer(lookup([gateways]), addressRecord(alice))
    expect(await resolve('alice.eth', base)).toBe('name-unknown')
    // The same resolver answers for Ethereum itself.
    expect(await resolve('alice.eth', 'eip155:1')).toMatchObject({ address: alice })
  })

  test('behavior: asks the next server, at most three, with POST if the URL has no {data}', async () => {
    const { resolve, site } = await start()
    const url = (name: string) => `https://other.example.com/${name}`
    await answer(lookup([gateways, url('b'), url('c'), url('d')]))
    expect(await resolve('alice.eth', 'eip155:1')).toBe('name-unknown')
    expect(site.requests.map(({ path }) => path)).toEqual([`/${resolver}/0x1234.json`, '/b', '/c'])
    expect(site.requests[1]?.headers['content-type']).toBe('application/json')
  })

  test('error: a lookup for another contract is not made', async () => {
    const { resolve, site } = await start()
    await answer(lookup([gateways], alice))
    expect(await resolve('alice.eth', 'eip155:1')).toBe('name-unknown')
    expect(site.requests).toEqual([])
  })
})

const vectors = process.env.VECTORS_DIR ?? join(import.meta.dirname, '../../../../../../shared/vectors')
const isAbsent = !existsSync(join(vectors, 'ens-resolution')) && !process.env.CI
const readVectors = (file: string) => JSON.parse(readFileSync(join(vectors, 'ens-resolution', file), 'utf8'))

describe.skipIf(isAbsent)('published vectors (skipped without VECTORS_DIR)', () => {
  test('behavior: names are looked up under their namehash', async () => {
    const { resolve } = await start()
    const { own } = readVectors('names.json') as { own: { name: string; namehash: Hex }[] }
    const found: string[] = []
    for (const { name } of own.filter(
      ({ name }) => isNormal(name) && name.includes('.') && name.length < 250,
    )) {
      await setResolver(name)
      expect(await resolve(name, 'eip155:1')).toMatchObject({ name, address: alice })
      found.push(name)
    }
    expect(found.length).toBeGreaterThan(8)
  })

  test('error: names without a DNS form', async () => {
    const { resolve } = await start()
    const { ownInvalidDnsEncode } = readVectors('names.json') as { ownInvalidDnsEncode: { name: string }[] }
    for (const { name } of [...ownInvalidDnsEncode, { name: 'eth' }, { name: `${'a'.repeat(300)}.eth` }])
      expect([name, await resolve(name, 'eip155:1')]).toEqual([name, 'invalid-request'])
  })

  test('error: hostile URLs of servers are not fetched', async () => {
    const { resolve, site } = await start()
    const { hostileTemplates } = readVectors('erc3668.json') as { hostileTemplates: { template: string }[] }
    for (const { template } of hostileTemplates) {
      await answer(lookup([template]))
      expect([template, await resolve('alice.eth', 'eip155:1')]).toEqual([template, 'name-unknown'])
    }
    expect(site.dialled).toEqual([])
  })

  test('error: nasty strings are no names, or normal ones', async () => {
    const { resolve } = await start()
    const wrong: unknown[] = []
    const nasty = readNasty().filter(({ value }) => !/\p{Surrogate}/u.test(value) && value.length < 400)
    for (const { value } of nasty)
      for (const name of [value, `${value}.eth`]) {
        if (name === '' || name === '.' || name === '..') continue
        const found = await resolve(name, 'eip155:1')
        if (
          typeof found === 'string'
            ? !['invalid-request', 'name-unknown'].includes(found)
            : !isNormal(found.name)
        )
          wrong.push([name, found])
      }
    expect(wrong).toEqual([])
    expect(nasty.length).toBeGreaterThan(100)
  }, 60_000)
})

describe('names of this gateway', () => {
  const zone = 'portico.local'
  const owner = alice.toLowerCase()

  async function startWith(entry: { owner: string; addresses?: Readonly<Record<number, string>> }) {
    const { gateway, resolve } = await start()
    const store = createNameStore({ database: gateway.services.database })
    const name = `alice.${zone}`
    await store.register({ name, owner: entry.owner, coinType: 60, address: owner, now: 1 })
    for (const [coinType, address] of Object.entries(entry.addresses ?? {}))
      await store.setAddress({ name, owner: entry.owner, coinType: Number(coinType), address, now: 1 })
    return (chain: string, asked = name) => resolve(asked, chain)
  }

  test('behavior: resolved from the database, without Ethereum', async () => {
    const key = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
    const other = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
    const addresses = { 501: key, [baseCoin]: other.toLowerCase() }
    const ask = await startWith({ owner: `60:${owner}`, addresses })
    expect(await ask('eip155:31337', `ALICE.${zone}`)).toMatchObject({
      name: `alice.${zone}`,
      address: alice,
      source: 'own',
      coinType: 60,
    })
    expect(await ask(base)).toMatchObject({ address: other, coinType: baseCoin })
    expect(await ask(solana)).toMatchObject({ address: key, source: 'own', coinType: 501 })
    expect(await ask(bitcoin)).toBe('name-unknown')
    expect(await ask('eip155:1', `nobody.${zone}`)).toBe('name-unknown')
  })

  test('error: the name of a smart account is not its address on another network', async () => {
    const ask = await startWith({ owner: `60:eip155:31337:${owner}` })
    expect(await ask('eip155:31337')).toMatchObject({ address: alice })
    expect(await ask(base)).toBe('name-unknown')
    expect(await ask('eip155:1')).toBe('name-unknown')
  })
})

function isNormal(name: string): boolean {
  try {
    return normalize(name) === name
  } catch {
    return false
  }
}

/** A node before the chain that counts calls. */
async function countCalls() {
  let count = 0
  const { url } = await startUpstream({
    chainId: '0x1',
    async behave({ method, params }: SeenRequest) {
      if (method === 'eth_call') count++
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch(anvil.url, { method: 'POST', headers, body })).json()) as { result: unknown }
    },
  })
  return { url, calls: () => count }
}
