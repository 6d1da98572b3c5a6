import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineChain, type Endpoint } from '@portico/core'
import { type Devnet, startChains } from '@portico/devnet'
import { getArtifacts } from '@portico/devnet/artifacts'
import {
  concatHex,
  createTestClient,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  parseAbi,
  publicActions,
  size,
  toHex,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { namehash } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readNameRecord } from './readNameRecord.ts'

const universalResolver = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const resolver = '0x00000000000000000000000000000000000000ee'
const alice = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const base = 0x8000_0000 + 8453
const errors = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'error UnsupportedResolverProfile(bytes4 selector)',
  'error ResolverError(bytes data)',
])

let dataDir: string
let devnet: Devnet
let endpoint: Endpoint
let setCode: (bytecode: Hex) => Promise<void>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-names-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [url] } }
  endpoint = { network: defineChain({ id: 31337, name: 'One', nativeCurrency, rpcUrls }), urls: [url] }

  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
  const artifacts = await getArtifacts()
  await client.impersonateAccount({ address: alice })
  const deploy = async (name: 'NameRegistry' | 'UniversalResolver', args: readonly unknown[]) => {
    const { abi, bytecode } = artifacts[name]
    const hash = await client.deployContract({ abi, bytecode, args, account: alice })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 5 })
    return contractAddress ?? expect.fail()
  }
  const registry = await deploy('NameRegistry', [])
  const address = await deploy('UniversalResolver', [registry])
  const bytecode = (await client.getCode({ address })) ?? expect.fail()
  await client.setCode({ address: universalResolver, bytecode })
  const hash = await client.writeContract({
    ...{ address: registry, abi: artifacts.NameRegistry.abi, functionName: 'setResolver' },
    ...{ args: [namehash('alice.eth'), resolver], account: alice },
  })
  await client.waitForTransactionReceipt({ hash, pollingInterval: 5 })
  setCode = (code) => client.setCode({ address: resolver, bytecode: code })
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Makes the resolver return these bytes to every question, or revert with them. */
function answer(bytes: Hex, end: 'return' | 'revert' = 'return'): Promise<void> {
  const length = toHex(size(bytes), { size: 2 })
  const last = end === 'return' ? '0xf3' : '0xfd'
  return setCode(concatHex(['0x61', length, '0x80', '0x61000d', '0x600039', '0x6000', last, bytes]))
}
const encodeBytes = (value: Hex) => encodeAbiParameters([{ type: 'bytes' }], [value])
const read = (coinType: number, name = 'alice.eth') => readNameRecord({ ...endpoint, name, coinType })

describe('readNameRecord', () => {
  test('behavior: the address on Ethereum, and records of other coin types', async () => {
    await answer(encodeBytes(encodeAbiParameters([{ type: 'address' }], [alice])))
    expect(await read(60)).toBe(alice)
    await answer(encodeBytes(encodeBytes(alice)))
    expect(await read(base)).toBe(alice)
    const key: Hex = `0x${'1a'.repeat(32)}`
    await answer(encodeBytes(encodeBytes(key)))
    expect(await read(501)).toBe(key)
  })

  test('behavior: a record that is not set is empty', async () => {
    expect(await read(60, 'nobody.eth')).toBe('0x')
    await answer(encodeBytes('0x'))
    expect(await read(60)).toBe('0x')
    await answer(encodeBytes(encodeBytes(`0x${'00'.repeat(20)}`)))
    expect(await read(base)).toBe('0x')
    const reverts = [
      encodeErrorResult({ abi: errors, errorName: 'UnsupportedResolverProfile', args: ['0xf1cb7e06'] }),
      encodeErrorResult({ abi: errors, errorName: 'ResolverError', args: ['0x'] }),
    ]
    for (const revert of reverts) {
      await answer(revert, 'revert')
      expect(await read(base)).toBe('0x')
    }
  })

  test('error: nothing is known of a name whose resolver wants a server to be asked', async () => {
    const args = [resolver, ['https://names.example.com/{data}'], '0x1234', '0xb4a85801', '0x'] as const
    await answer(encodeErrorResult({ abi: errors, errorName: 'OffchainLookup', args }), 'revert')
    expect(await read(60)).toBeUndefined()
  })

  test('error: nor if the endpoint fails, or the answer is malformed', async () => {
    await answer('0x1234')
    expect(await read(60)).toBeUndefined()
    await answer(encodeBytes('0x1234'))
    expect(await read(60)).toBeUndefined()
    const urls = ['http://127.0.0.1:1']
    const dead = { ...endpoint, urls, customUrls: [{ url: 'http://127.0.0.1:1', config: { retryCount: 0 } }] }
    expect(await readNameRecord({ ...dead, name: 'alice.eth', coinType: 60 })).toBeUndefined()
  })
})
