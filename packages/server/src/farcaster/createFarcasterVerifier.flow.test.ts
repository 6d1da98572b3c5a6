import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAppClient,
  createWalletClient as createFarcasterApp,
  viemConnector,
} from '@farcaster/auth-client'
import { type Devnet, startChains } from '@portico/devnet'
import { getArtifacts } from '@portico/devnet/artifacts'
import { devnetManifest } from '@portico/devnet/manifest'
import {
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFarcasterVerifier, type FarcasterVerifier } from './createFarcasterVerifier.ts'
import { farcasterNonce } from './farcasterNonce.ts'

// Messages that the unmodified client of Farcaster's app builds, against the registries of Local One. Each verdict is compared
// with that of the unmodified client for applications.

const { farcaster, chains } = devnetManifest
const { idRegistry, keyRegistry } = farcaster
const [ada = expect.fail(), ben = expect.fail()] = farcaster.accounts
const walletOrigin = 'http://wallet.localhost:4402'
const domain = 'wallet.localhost:4402'
const nonce = farcasterNonce({ challenge: 'challenge_1', tx: 'tx_1', jkt: 'jkt_1' })
const abi = parseAbi([
  'function register(uint256 fid)',
  'function add(uint32 keyType, bytes key)',
  'function remove(bytes key)',
])

let dataDir: string
let devnet: Devnet
let rpcUrl: string
let verifier: FarcasterVerifier

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const chain = chains.find(({ caip2 }) => caip2 === farcaster.chain)
  rpcUrl = devnet.chains.find(({ chainId }) => chainId === chain?.chainId)?.url ?? expect.fail()
  // The same chain by two names: nothing here lies.
  const rpcUrls = [rpcUrl, rpcUrl.replace('127.0.0.1', 'localhost')]
  verifier = createFarcasterVerifier({ rpcUrls, isAnyChain: true, now: Date.now })
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Builds and signs a message as the app does. */
async function signIn({ fid, address = '', key }: { fid: number; address?: string; key: Hex }) {
  const app = createFarcasterApp({ ethereum: viemConnector({ rpcUrl }) })
  const signer = privateKeyToAccount(key)
  const { message } = app.buildSignInMessage({
    ...{ fid, domain, nonce, uri: walletOrigin },
    address: (address || signer.address) as Hex,
  })
  return { message, signature: await signer.signMessage({ message }) }
}

/** Whether the unmodified client accepts the login. */
async function isAcceptedByClient(login: { message: string; signature: Hex }): Promise<boolean> {
  const client = createAppClient({ ethereum: viemConnector({ rpcUrl }) })
  const { isError } = await client.verifySignInMessage({ ...login, nonce, domain, acceptAuthAddress: true })
  return !isError
}

/** Sends a transaction; returns the address of the contract that it deployed. */
async function send(privateKey: Hex, transaction: { to?: Hex; data: Hex }): Promise<Hex | undefined> {
  const transport = http(rpcUrl)
  const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), transport })
  const hash = await wallet.sendTransaction({ chain: null, ...transaction })
  const client = createPublicClient({ transport })
  const { status, contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  expect(status).toBe('success')
  return contractAddress ?? undefined
}

describe('createFarcasterVerifier', () => {
  test.each(farcaster.accounts)('behavior: $username logs in with both keys', async (account) => {
    const { fid, custody, authAddress } = account
    for (const { privateKey } of [custody, authAddress]) {
      const login = await signIn({ fid, key: privateKey })
      expect(await isAcceptedByClient(login)).toBe(true)
      expect(await verifier.verify({ ...login, nonce, walletOrigin })).toEqual({ ok: true, fid })
    }
  })

  test('error: keys of one account, and of nobody, for another account', async () => {
    for (const key of [ben.custody.privateKey, ben.authAddress.privateKey, generatePrivateKey()]) {
      const login = await signIn({ fid: ada.fid, key })
      expect(await isAcceptedByClient(login)).toBe(false)
      expect(await verifier.verify({ ...login, nonce, walletOrigin })).toMatchObject({
        code: 'signer-not-registered',
      })
    }
  })

  test('behavior: an address logs in from when it is added until it is removed', async () => {
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    const key = encodeAbiParameters([{ type: 'address' }], [address])
    const login = await signIn({ fid: ada.fid, key: privateKey })
    const verify = () => verifier.verify({ ...login, nonce, walletOrigin })
    expect(await verify()).toMatchObject({ ok: false, code: 'signer-not-registered' })
    const add = encodeFunctionData({ abi, functionName: 'add', args: [2, key] })
    await send(ada.custody.privateKey, { to: keyRegistry, data: add })
    expect(await verify()).toEqual({ ok: true, fid: ada.fid })
    expect(await isAcceptedByClient(login)).toBe(true)
    const remove = encodeFunctionData({ abi, functionName: 'remove', args: [key] })
    await send(ada.custody.privateKey, { to: keyRegistry, data: remove })
    expect(await verify()).toMatchObject({ ok: false, code: 'signer-not-registered' })
    expect(await isAcceptedByClient(login)).toBe(false)
  })

  test('behavior: a contract that owns an account logs in with the signature of its owner (ERC-1271)', async () => {
    const { SmartWallet } = await getArtifacts()
    const { privateKey, address } = ada.custody
    const owner = encodeAbiParameters([{ type: 'address' }], [address])
    const data = `${SmartWallet.bytecode}${owner.slice(2)}` as Hex
    const contract = getAddress((await send(privateKey, { data })) ?? expect.fail())
    const execute = encodeFunctionData({
      abi: parseAbi(['function execute(address to, uint256 value, bytes data)']),
      args: [idRegistry, 0n, encodeFunctionData({ abi, functionName: 'register', args: [4004n] })],
    })
    await send(privateKey, { to: contract, data: execute })

    const login = await signIn({ fid: 4004, address: contract, key: privateKey })
    expect(await isAcceptedByClient(login)).toBe(true)
    expect(await verifier.verify({ ...login, nonce, walletOrigin })).toEqual({ ok: true, fid: 4004 })
    const byBen = await signIn({ fid: 4004, address: contract, key: ben.custody.privateKey })
    expect(await isAcceptedByClient(byBen)).toBe(false)
    expect(await verifier.verify({ ...byBen, nonce, walletOrigin })).toMatchObject({
      code: 'signature-invalid',
    })
  })
})
