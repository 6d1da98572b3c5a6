import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sponsorPaymasterArtifact } from '@portico/contracts'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  hashMessage,
  http,
  maxUint256,
  multicall3Abi,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getArtifacts } from '../artifacts.ts'
import { devnetManifest } from '../manifest.ts'
import { type Devnet, startChains } from '../startChains.ts'
import type { Artifacts } from './compile.ts'

const [one, two] = devnetManifest.chains
const { contracts } = one
const [dusd, mrbl] = one.tokens.map(({ address }) => address) as [Address, Address]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const key = devnetManifest.accounts[0]?.privateKey ?? '0x'
const visitor = privateKeyToAccount(key)

const clientOf = ({ chainId, name }: { chainId: number; name: string }, url: string) =>
  createWalletClient({
    account: visitor,
    chain: {
      id: chainId,
      name,
      nativeCurrency: one.coin,
      rpcUrls: { default: { http: [url] } },
      contracts: { multicall3: { address: contracts.multicall3 } },
    },
    transport: http(url),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions)

let dataDir: string
let devnet: Devnet
let artifacts: Artifacts
let client: ReturnType<typeof clientOf>
let clientTwo: ReturnType<typeof clientOf>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  artifacts = await getArtifacts()
  client = clientOf(one, devnet.chains[0]?.url ?? '')
  clientTwo = clientOf(two, devnet.chains[1]?.url ?? '')
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Sends a transaction of the visitor and waits until it is mined. */
async function write(
  address: Address,
  contract: keyof Artifacts,
  functionName: string,
  args: unknown[],
  value = 0n,
) {
  const data = encodeFunctionData({ abi: artifacts[contract].abi, functionName, args })
  const hash = await client.sendTransaction({ to: address, data, value })
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}

const read = (address: Address, contract: keyof Artifacts, functionName: string, args: unknown[] = []) =>
  client.readContract({ address, abi: artifacts[contract].abi, functionName, args })

describe('Multicall3', () => {
  test("behavior: supports viem's multicall and the original interface", async () => {
    const abi = artifacts.DevToken.abi
    const results = await client.multicall({
      contracts: [
        { address: dusd, abi, functionName: 'symbol' },
        { address: contracts.closedGate, abi, functionName: 'symbol' },
        {
          address: contracts.multicall3,
          abi: multicall3Abi,
          functionName: 'getEthBalance',
          args: [visitor.address],
        },
      ],
    })
    expect(results.map(({ status }) => status)).toEqual(['success', 'failure', 'success'])
    expect(results[0]?.result).toBe('DUSD')
    expect(results[2]?.result).toBe(await client.getBalance({ address: visitor.address }))
  })

  test('behavior: reads block properties', async () => {
    const block = await client.getBlock()
    expect(await read(contracts.multicall3, 'Multicall3', 'getChainId')).toBe(31337n)
    expect(await read(contracts.multicall3, 'Multicall3', 'getCurrentBlockTimestamp')).toBe(block.timestamp)
    expect(await read(contracts.multicall3, 'Multicall3', 'getBlockNumber')).toBe(block.number)
    expect(await read(contracts.multicall3, 'Multicall3', 'getCurrentBlockGasLimit')).toBe(block.gasLimit)
  })

  test('error: a failing call that must succeed, and unspent value', async () => {
    const call = { target: contracts.closedGate, allowFailure: false, callData: '0x' }
    await expect(read(contracts.multicall3, 'Multicall3', 'aggregate3', [[call]])).rejects.toThrow(
      'Multicall3: call failed',
    )
    const data = encodeFunctionData({
      abi: artifacts.Multicall3.abi,
      functionName: 'aggregate3Value',
      args: [[]],
    })
    await expect(client.call({ to: contracts.multicall3, data, value: 1n })).rejects.toThrow(
      'Multicall3: value mismatch',
    )
  })
})

describe('PriceFeed', () => {
  test.each([
    [one.coin.feed, 'ETH / USD', 320_000_000_000n],
    [one.tokens[0]?.feed, 'DUSD / USD', 100_000_000n],
  ])('behavior: %s tells the price of %s, fresh', async (feed, description, price) => {
    const [, answer, , updatedAt] = (await read(feed as Address, 'PriceFeed', 'latestRoundData')) as bigint[]
    expect(await read(feed as Address, 'PriceFeed', 'description')).toBe(description)
    expect(await read(feed as Address, 'PriceFeed', 'decimals')).toBe(8)
    expect(answer).toBe(price)
    expect(Math.abs(Date.now() / 1_000 - Number(updatedAt))).toBeLessThan(700)
  })
})

describe('Exchange', () => {
  test('behavior: a swap moves one asset in and the other out in one transaction', async () => {
    const { exchange } = contracts
    await write(dusd, 'DevToken', 'approve', [exchange, maxUint256])
    const before = (await read(mrbl, 'DevToken', 'balanceOf', [visitor.address])) as bigint
    await write(exchange, 'Exchange', 'swap', [dusd, mrbl, parseUnits('25', 6), parseEther('2')])
    expect(await read(mrbl, 'DevToken', 'balanceOf', [visitor.address])).toBe(before + parseEther('2'))

    expect(await read(exchange, 'Exchange', 'quote', [coin, dusd, parseEther('1')])).toBe(
      parseUnits('3200', 6),
    )
    expect(await read(exchange, 'Exchange', 'quote', [mrbl, coin, parseEther('256')])).toBe(parseEther('1'))
  })

  test('error: less than the minimum, a wrong value, an unlisted asset', async () => {
    const simulate = (args: unknown[], value = 0n) =>
      client.simulateContract({
        address: contracts.exchange,
        abi: artifacts.Exchange.abi,
        functionName: 'swap',
        args,
        value,
      })
    await expect(simulate([coin, dusd, 10n ** 15n, parseUnits('4', 6)], 10n ** 15n)).rejects.toThrow(
      'TooLittle',
    )
    await expect(simulate([coin, dusd, 10n ** 15n, 0n], 1n)).rejects.toThrow('WrongValue')
    await expect(simulate([dusd, contracts.guestbook, 1n, 0n])).rejects.toThrow('NotListed')
  })
})

describe('ClosedGate', () => {
  test.each([
    ['knock', 'The gate is closed'],
    ['push', 'Closed'],
    ['climb', 'reverted'],
  ])('error: %s', async (functionName, reason) => {
    await expect(
      client.simulateContract({ address: contracts.closedGate, abi: artifacts.ClosedGate.abi, functionName }),
    ).rejects.toThrow(reason)
  })
})

describe('SmartWallet', () => {
  const message = 'I own this wallet.'

  test('behavior: accepts signatures of its owner (ERC-1271)', async () => {
    const signature = await visitor.signMessage({ message })
    expect(await client.verifyMessage({ address: contracts.smartWallet, message, signature })).toBe(true)
    expect(
      await client.verifyMessage({ address: contracts.smartWallet, message: 'Another.', signature }),
    ).toBe(false)
    const otherAccount = privateKeyToAccount(devnetManifest.accounts[1]?.privateKey ?? '0x')
    const foreign = await otherAccount.signMessage({ message })
    expect(await client.verifyMessage({ address: contracts.smartWallet, message, signature: foreign })).toBe(
      false,
    )
    const data = encodeFunctionData({
      abi: artifacts.SmartWallet.abi,
      functionName: 'isValidSignature',
      args: [hashMessage(message), '0x1234'],
    })
    const { data: answer } = await client.call({ to: contracts.smartWallet, data })
    expect(answer?.slice(0, 10)).toBe('0xffffffff')
  })

  test('behavior: accepts signatures of its owner before deployment (ERC-6492)', async () => {
    const signature = serializeErc6492Signature({
      address: contracts.smartWalletFactory,
      data: encodeFunctionData({
        abi: artifacts.SmartWalletFactory.abi,
        functionName: 'create',
        args: [visitor.address, zeroHash],
      }),
      signature: await visitor.signMessage({ message }),
    })
    expect(await clientTwo.getCode({ address: contracts.smartWallet })).toBeUndefined()
    expect(await clientTwo.verifyMessage({ address: contracts.smartWallet, message, signature })).toBe(true)
    expect(
      await clientTwo.verifyMessage({ address: contracts.smartWallet, message: 'Another.', signature }),
    ).toBe(false)
    // The manifest has the address that the factory computes for salt 0.
    expect(
      await read(contracts.smartWalletFactory, 'SmartWalletFactory', 'predict', [visitor.address, zeroHash]),
    ).toBe(contracts.smartWallet)
  })

  test('error: execute by an account that is not the owner', async () => {
    const otherAccount = devnetManifest.accounts[1]?.address
    await expect(
      client.simulateContract({
        account: otherAccount,
        address: contracts.smartWallet,
        abi: artifacts.SmartWallet.abi,
        functionName: 'execute',
        args: [otherAccount, 1n, '0x'],
      }),
    ).rejects.toThrow('NotOwner')
  })
})

describe.each([
  ['Arches', 'tokenURI', contracts.arches, [1n, 2n, 3n, 4n, 5n, 6n, 7n]],
  ['Keystones', 'uri', contracts.keystones, [1n, 2n, 3n, 4n, 5n, 6n]],
] as const)('%s', (contract, functionName, address, ids) => {
  const metadata = async (id: bigint) => {
    const uri = (await read(address, contract, functionName, [id])) as string
    const { name, description, image, attributes } = JSON.parse(decode(uri, 'application/json'))
    return { name, description, attributes, svg: decode(image, 'image/svg+xml') }
  }

  test('behavior: has metadata and an image without scripts or links', async () => {
    for (const id of ids) {
      const { name, description, attributes, svg } = await metadata(id)
      expect([name, description].every((text) => text.length > 5)).toBe(true)
      expect(attributes.length).toBeGreaterThan(0)
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/)
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /script|href|http|foreignObject|\son\w+=/i,
      )
      // Every element is closed.
      expect(svg.match(/<[a-z]/gi)?.length).toBe((svg.match(/\/>|<\//g) ?? []).length)
    }
  })

  test('behavior: images differ by id, and are stable for an id', async () => {
    const pictures = await Promise.all(ids.map(async (id) => (await metadata(id)).svg))
    expect(new Set(pictures).size).toBe(ids.length)
    expect((await metadata(ids[0])).svg).toBe(pictures[0])
  })

  test('error: an id that does not exist', async () => {
    await expect(metadata(999n)).rejects.toThrow(/ERC721NonexistentToken|NoSuchStone/)
  })
})

function decode(uri: string, type: string): string {
  const prefix = `data:${type};base64,`
  expect(uri.startsWith(prefix)).toBe(true)
  return Buffer.from(uri.slice(prefix.length), 'base64').toString()
}

describe('SponsorPaymaster', () => {
  test('behavior: it is on both chains, with its deposit, which its owner can withdraw', async () => {
    const { paymaster, owner, signer, maxCost, deposit } = devnetManifest.sponsor
    const { abi } = sponsorPaymasterArtifact
    const { EntryPoint: entryPoint } = delegatorContracts
    for (const at of [client, clientTwo]) {
      const of = (functionName: 'owner' | 'signer' | 'maxCost' | 'eip712Domain') =>
        at.readContract({ address: paymaster, abi, functionName })
      expect(await Promise.all([of('owner'), of('signer'), of('maxCost')])).toEqual([
        owner,
        signer,
        parseEther(maxCost),
      ])
      const [, , , chainId, verifyingContract] = (await of('eip712Domain')) as readonly unknown[]
      expect([chainId, verifyingContract]).toEqual([BigInt(at.chain.id), paymaster])
      const balance = await at.readContract({
        address: entryPoint,
        abi: parseAbi(['function balanceOf(address account) view returns (uint256)']),
        functionName: 'balanceOf',
        args: [paymaster],
      })
      expect(balance).toBe(parseEther(deposit))
      // The EntryPoint has the coins, not only the entry.
      await at.simulateContract({
        account: owner,
        address: paymaster,
        abi,
        functionName: 'withdraw',
        args: [owner, balance],
      })
    }
  })
})
