import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPublicClient,
  formatEther,
  formatUnits,
  getAddress,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetManifest } from '../manifest.ts'
import { type Devnet, startChains } from '../startChains.ts'

const [one, two] = devnetManifest.chains
const visitor = getAddress(devnetManifest.accounts[0]?.address ?? '0x')
const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event TransferSingle(address indexed by, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed by, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'function balanceOf(address) view returns (uint256)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function decimals() view returns (uint8)',
  'function ownerOf(uint256) view returns (address)',
])
const nftAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'function balanceOfBatch(address[], uint256[]) view returns (uint256[])',
])
const zero = '0x0000000000000000000000000000000000000000'

let dataDir: string
let devnet: Devnet
let client: PublicClient
let clientTwo: PublicClient
let entries: { transaction: Transaction; receipt: TransactionReceipt }[]

/** Returns the transactions that the visitor has sent or received, or whose logs mention the visitor. */
async function readHistory(): Promise<typeof entries> {
  const head = await client.getBlockNumber()
  const found: typeof entries = []
  for (let blockNumber = 1n; blockNumber <= head; blockNumber++) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const transaction of block.transactions) {
      const receipt = await client.getTransactionReceipt({ hash: transaction.hash })
      const mentioned = receipt.logs.some((log) => mentions(log))
      const parties = [transaction.from, transaction.to].map((party) => party && getAddress(party))
      if (mentioned || parties.includes(visitor)) found.push({ transaction, receipt })
    }
  }
  return found
}

function mentions({ topics }: Log): boolean {
  return (topics as Hex[]).some((topic) => topic.endsWith(visitor.slice(2).toLowerCase()))
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'devnet-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const [first, second] = devnet.chains
  client = createPublicClient({ transport: http(first?.url), cacheTime: 0 })
  clientTwo = createPublicClient({ transport: http(second?.url), cacheTime: 0 })
  entries = await readHistory()
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const balance = (on: PublicClient, token: (typeof one.tokens)[number]) =>
  on
    .readContract({ abi, address: token.address, functionName: 'balanceOf', args: [visitor] })
    .then((amount) => formatUnits(amount, token.decimals))

describe('localOneSteps', () => {
  test('behavior: fills more than two pages of 25', () => {
    expect(entries.length).toBeGreaterThan(50)
  })

  test('behavior: contains every kind of activity entry', () => {
    const kinds = new Set(entries.flatMap(({ transaction, receipt }) => kindsOf(transaction, receipt)))
    expect([...kinds].sort()).toEqual([
      '1155 batch in',
      '1155 batch out',
      '1155 in',
      '1155 out',
      '721 in',
      '721 out',
      'approve',
      'approve all',
      'burn',
      'call',
      'coin in',
      'coin out',
      'deploy',
      'erc-20 in',
      'erc-20 out',
      'failed',
      'mint',
      'self',
      'trade',
    ])
  })

  test('behavior: the visitor has the balances that the README states', async () => {
    expect(await Promise.all(one.tokens.map((token) => balance(client, token)))).toEqual([
      '4612.5',
      '36.5',
      '12',
    ])
    expect(formatEther(await client.getBalance({ address: visitor }))).toMatch(/^13\.5[34]/)
    const { arches, keystones } = one.contracts
    expect(
      await client.readContract({ abi, address: arches, functionName: 'balanceOf', args: [visitor] }),
    ).toBe(5n)
    const ids = [1n, 2n, 3n, 4n, 5n, 6n]
    expect(
      await client.readContract({
        abi: nftAbi,
        address: keystones,
        functionName: 'balanceOfBatch',
        args: [ids.map(() => visitor), ids],
      }),
    ).toEqual([4n, 0n, 8n, 4n, 0n, 0n])
  })

  test('behavior: the visitor’s ether balance follows from the history', async () => {
    // Received minus sent minus fees. Only the exchange has paid the visitor by an internal call.
    let fromTransactions = 0n
    for (const { transaction, receipt } of entries) {
      if (receipt.status === 'success' && transaction.to && getAddress(transaction.to) === visitor) {
        fromTransactions += transaction.value
      }
      if (getAddress(transaction.from) === visitor) {
        fromTransactions -= receipt.gasUsed * receipt.effectiveGasPrice
        if (receipt.status === 'success') fromTransactions -= transaction.value
      }
    }
    const fromExchange = 200_000_000_000_000_000n
    expect(await client.getBalance({ address: visitor })).toBe(fromTransactions + fromExchange)
  })
})

describe('localTwoSteps', () => {
  test('behavior: leaves small balances of several assets', async () => {
    expect(await Promise.all(two.tokens.map((token) => balance(clientTwo, token)))).toEqual(['350', '8', '0'])
    expect(formatEther(await clientTwo.getBalance({ address: visitor }))).toMatch(/^1\.89/)
    const { arches, smartWallet } = two.contracts
    expect(
      await clientTwo.readContract({ abi, address: arches, functionName: 'balanceOf', args: [visitor] }),
    ).toBe(1n)
    expect(await clientTwo.getCode({ address: smartWallet })).toBeUndefined()
    expect(await client.getCode({ address: smartWallet })).toMatch(/^0x60/)
  })
})

describe('devnetManifest', () => {
  test.each(devnetManifest.chains)('behavior: $name matches the manifest', async (chain) => {
    const on = chain.chainId === 31337 ? client : clientTwo
    expect(await on.getChainId()).toBe(chain.chainId)
    for (const { address, symbol, name, decimals } of chain.tokens) {
      expect([
        await on.readContract({ abi, address, functionName: 'symbol' }),
        await on.readContract({ abi, address, functionName: 'name' }),
        await on.readContract({ abi, address, functionName: 'decimals' }),
      ]).toEqual([symbol, name, decimals])
    }
    const { smartWallet, ...deployed } = chain.contracts
    for (const address of [...Object.values(deployed), chain.coin.feed]) {
      expect(await on.getCode({ address }), address).toMatch(/^0x/)
    }
  })
})

function kindsOf(transaction: Transaction, receipt: TransactionReceipt): string[] {
  if (receipt.status === 'reverted') return ['failed']
  const sent = getAddress(transaction.from) === visitor
  if (!transaction.to) return ['deploy']
  const transfers = parseEventLogs({ abi, logs: receipt.logs, eventName: 'Transfer' })
  const visitorTransfers = transfers.filter(({ args }) => [args.from, args.to].includes(visitor))
  const nfts = parseEventLogs({ abi: nftAbi, logs: receipt.logs, eventName: 'Transfer' })
  const multi = parseEventLogs({ abi, logs: receipt.logs, eventName: ['TransferSingle', 'TransferBatch'] })
  const direction = ({ from, to }: { from: string; to: string }, name: string): string => {
    if (from === zero) return 'mint'
    if (to === zero) return 'burn'
    return `${name} ${to === visitor ? 'in' : 'out'}`
  }
  if (getAddress(transaction.to) === one.contracts.exchange) return ['trade']
  if (visitorTransfers.length > 0) return visitorTransfers.map(({ args }) => direction(args, 'erc-20'))
  if (nfts.length > 0) return nfts.map(({ args }) => direction(args, '721'))
  if (multi.length > 0) {
    return multi.map(({ args, eventName }) =>
      direction(args, eventName === 'TransferBatch' ? '1155 batch' : '1155'),
    )
  }
  const approvals = parseEventLogs({ abi, logs: receipt.logs, eventName: ['Approval', 'ApprovalForAll'] })
  if (approvals.length > 0)
    return approvals.map((log) => (log.eventName === 'Approval' ? 'approve' : 'approve all'))
  if (transaction.input !== '0x') return ['call']
  if (getAddress(transaction.to) === visitor) return [sent ? 'self' : 'coin in']
  return ['coin out']
}
