import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  http,
  publicActions,
  zeroAddress,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getArtifacts } from '../artifacts.ts'
import type { Artifacts } from '../contracts/compile.ts'
import { devnetManifest } from '../manifest.ts'
import { type Devnet, startChains } from '../startChains.ts'

const { farcaster, chains, accounts } = devnetManifest
const [one, two] = chains
const outsider = accounts[2]?.address ?? zeroAddress

const clientOf = (url: string | undefined) =>
  createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0 }).extend(publicActions)

let dataDir: string
let devnet: Devnet
let artifacts: Artifacts
let client: ReturnType<typeof clientOf>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  artifacts = await getArtifacts()
  client = clientOf(devnet.chains[0]?.url)
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const keyOf = (address: Address) => encodeAbiParameters([{ type: 'address' }], [address])
const idOf = (address: Address) =>
  client.readContract({
    address: farcaster.idRegistry,
    abi: artifacts.IdRegistry.abi,
    functionName: 'idOf',
    args: [address],
  })
const keyDataOf = (fid: number, address: Address) =>
  client.readContract({
    address: farcaster.keyRegistry,
    abi: artifacts.KeyRegistry.abi,
    functionName: 'keyDataOf',
    args: [BigInt(fid), keyOf(address)],
  })

/** Sends a transaction of an account of the chain. */
async function write(
  account: Address,
  contract: 'IdRegistry' | 'KeyRegistry',
  functionName: string,
  args: unknown[],
): Promise<void> {
  const address = contract === 'IdRegistry' ? farcaster.idRegistry : farcaster.keyRegistry
  const { request } = await client.simulateContract({
    account,
    address,
    abi: artifacts[contract].abi,
    functionName,
    args,
  })
  const wallet = createWalletClient({ transport: http(devnet.chains[0]?.url) })
  const hash = await wallet.writeContract({ ...request, chain: null })
  expect((await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success')
}

describe('farcasterSteps', () => {
  test.each(farcaster.accounts)(
    'behavior: $username has a number and an auth address',
    async ({ fid, custody, authAddress }) => {
      expect(await idOf(custody.address)).toBe(BigInt(fid))
      expect(await idOf(authAddress.address)).toBe(0n)
      expect(await keyDataOf(fid, authAddress.address)).toEqual({ state: 1, keyType: 2 })
      expect(await keyDataOf(fid, custody.address)).toEqual({ state: 0, keyType: 0 })
      for (const { address, privateKey } of [custody, authAddress])
        expect(privateKeyToAddress(privateKey)).toBe(address)
    },
  )

  test('behavior: an auth address is one of its account only', async () => {
    const [ada, ben] = farcaster.accounts
    expect(await keyDataOf(ben?.fid ?? 0, ada?.authAddress.address ?? zeroAddress)).toEqual({
      state: 0,
      keyType: 0,
    })
  })

  test('behavior: the registries are on Local One only', async () => {
    expect(farcaster.chain).toBe(one.caip2)
    const other = clientOf(devnet.chains.find(({ chainId }) => chainId === two.chainId)?.url)
    for (const address of [farcaster.idRegistry, farcaster.keyRegistry])
      expect(await other.getCode({ address })).toBeUndefined()
  })
})

describe('IdRegistry', () => {
  test('error: a number that is taken, a second number, number zero', async () => {
    const custody = farcaster.accounts[0]?.custody.address ?? zeroAddress
    await expect(write(outsider, 'IdRegistry', 'register', [1001n])).rejects.toThrow('HasId')
    await expect(write(custody, 'IdRegistry', 'register', [5n])).rejects.toThrow('HasId')
    await expect(write(outsider, 'IdRegistry', 'register', [0n])).rejects.toThrow('HasId')
  })
})

describe('KeyRegistry', () => {
  test('behavior: a removed key stays removed', async () => {
    const account = accounts[3]?.address ?? zeroAddress
    const key = keyOf(outsider)
    await expect(write(account, 'KeyRegistry', 'add', [2, key])).rejects.toThrow('Unauthorized')
    await write(account, 'IdRegistry', 'register', [7n])
    await expect(write(account, 'KeyRegistry', 'remove', [key])).rejects.toThrow('InvalidState')
    await write(account, 'KeyRegistry', 'add', [2, key])
    expect(await keyDataOf(7, outsider)).toEqual({ state: 1, keyType: 2 })
    await write(account, 'KeyRegistry', 'remove', [key])
    expect(await keyDataOf(7, outsider)).toEqual({ state: 2, keyType: 2 })
    await expect(write(account, 'KeyRegistry', 'add', [2, key])).rejects.toThrow('InvalidState')
  })
})
