import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import {
  concatHex,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  getAddress,
  getContractAddress,
  type Hex,
  hashMessage,
  http,
  parseAbi,
} from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMessage, createNonce, verifyMessage } from '../index.ts'

const require = createRequire(import.meta.url)

// A wallet that accepts its owner's signatures and reverts on other lengths.
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Wallet {
  address immutable owner;
  constructor(address owner_) { owner = owner_; }
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    require(signature.length == 65, "length");
    (bytes32 r, bytes32 s) = abi.decode(signature[:64], (bytes32, bytes32));
    bool isOwner = ecrecover(hash, uint8(signature[64]), r, s) == owner;
    return isOwner ? this.isValidSignature.selector : bytes4(0xffffffff);
  }
}`
const walletAbi = parseAbi(['constructor(address owner)'])
/** The CREATE2 deployer, which has this address on every network, including anvil. */
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt: Hex = `0x${'00'.repeat(32)}`

const funder = mnemonicToAccount('test test test test test test test test test test test junk')
const owner = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())

let anvil: ChildProcess
let client: ReturnType<typeof createPublicClient>
let deployed: Hex
let undeployed: Hex
let factoryData: Hex

beforeAll(async () => {
  const [url, bytecode] = await Promise.all([startAnvil(), compile()])
  client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  const wallet = createWalletClient({ account: funder, transport: http(url) })
  const initCode = encodeDeployData({ abi: walletAbi, bytecode, args: [owner.address] })
  const hash = await wallet.sendTransaction({ chain: null, data: initCode })
  const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  deployed = getAddress(receipt.contractAddress ?? '0x')
  undeployed = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: initCode })
  factoryData = concatHex([salt, initCode])
})

afterAll(() => {
  anvil.kill('SIGKILL')
})

describe('verifyMessage', () => {
  test('behavior: a smart account accepts its owner (ERC-1271)', async () => {
    const message = messageOf(deployed)
    const signature = await owner.signMessage({ message })
    expect(await verifyMessage({ message, signature, client })).toMatchObject({
      ok: true,
      account: `eip155:31337:${deployed}`,
    })
  })

  test('error: a smart account refuses another key, and another message', async () => {
    const message = messageOf(deployed)
    const byStranger = await stranger.signMessage({ message })
    const ofAnother = await owner.signMessage({ message: `${message}.` })
    for (const signature of [byStranger, ofAnother])
      expect(await verifyMessage({ message, signature, client })).toMatchObject({
        ok: false,
        code: 'signature-invalid',
      })
  })

  test('error: a smart account reverts', async () => {
    const message = messageOf(deployed)
    expect(await verifyMessage({ message, signature: '0x1234', client })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  test('behavior: a smart account that is not deployed yet (ERC-6492)', async () => {
    const message = messageOf(undeployed)
    expect(await client.getCode({ address: undeployed })).toBeUndefined()
    const signature = wrap(await owner.signMessage({ message }))
    expect(await verifyMessage({ message, signature, client })).toMatchObject({ ok: true })
    // The verification does not deploy the account.
    expect(await client.getCode({ address: undeployed })).toBeUndefined()
  })

  test('behavior: a wrapped signature of a deployed account is unwrapped', async () => {
    const message = messageOf(deployed)
    const signature = wrap(await owner.signMessage({ message }))
    expect(await verifyMessage({ message, signature, client })).toMatchObject({ ok: true })
  })

  test('error: a wrapped signature by another key, or for another address', async () => {
    const message = messageOf(undeployed)
    const byStranger = wrap(await stranger.signMessage({ message }))
    const other = messageOf(stranger.address)
    const forStranger = wrap(await owner.signMessage({ message: other }))
    expect(await verifyMessage({ message, signature: byStranger, client })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
    expect(await verifyMessage({ message: other, signature: forStranger, client })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  test('error: a malformed wrapped signature', async () => {
    const message = messageOf(undeployed)
    const signature = `0x${'ff'.repeat(100)}${'6492'.repeat(16)}`
    expect(await verifyMessage({ message, signature, client })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  test('error: a key signs for an account that is not its own', async () => {
    const message = messageOf(stranger.address)
    const signature = await owner.signMessage({ message })
    expect(await verifyMessage({ message, signature, client })).toMatchObject({
      ok: false,
      code: 'signature-invalid',
    })
  })

  test('behavior: agrees with viem', async () => {
    const message = messageOf(undeployed)
    const signature = wrap(await owner.signMessage({ message }))
    expect(await client.verifyHash({ address: undeployed, hash: hashMessage(message), signature })).toBe(true)
  })

  test('error: a network that does not respond is not reported as an invalid signature', async () => {
    const gone = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
    const message = messageOf(deployed)
    const signature = await owner.signMessage({ message })
    for (const one of [signature, wrap(signature)])
      expect(await verifyMessage({ message, signature: one, client: gone })).toMatchObject({
        ok: false,
        code: 'client-unavailable',
      })
  })
})

function messageOf(address: string): string {
  return createMessage({
    domain: 'example.com',
    address,
    uri: 'https://example.com',
    version: '1',
    chainId: 'eip155:31337',
    nonce: createNonce(),
    issuedAt: new Date().toISOString(),
  })
}

function wrap(signature: Hex): Hex {
  const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concatHex([
    encodeAbiParameters(parameters, [factory, factoryData, signature]),
    `0x${'6492'.repeat(16)}`,
  ])
}

/** Starts a local chain on a free port. */
function startAnvil(): Promise<string> {
  const manifest = require.resolve(
    `@foundry-rs/anvil-${platform()}-${arch() === 'x64' ? 'amd64' : arch()}/package.json`,
  )
  anvil = spawn(join(dirname(manifest), 'bin', 'anvil'), ['--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    anvil.once('error', reject)
    anvil.once('exit', (code) => reject(new Error(`anvil ended with code ${code}: ${output}`)))
    anvil.stdout?.on('data', (chunk) => {
      output += chunk
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (address) resolve(`http://${address}`)
    })
  })
}

async function compile(): Promise<Hex> {
  const solc = require('solc') as { compile(input: string): string }
  const input = {
    language: 'Solidity',
    sources: { 'Wallet.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['evm.bytecode.object'] } } },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  return `0x${output.contracts['Wallet.sol'].Wallet.evm.bytecode.object}`
}
