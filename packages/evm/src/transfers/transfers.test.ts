import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  defineChain,
  type Endpoint,
  type SentTransaction,
  type TransferNft,
  type TransferPlan,
} from '@portico/core'
import { mainnet } from '@portico/core/networks'
import { testTransfers } from '@portico/core/testing'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createEvmWallet } from '@portico/testkit'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../assets/createClient.ts'
import type { TransactionRequest } from './planTransfer.ts'
import { transfers } from './transfers.ts'

let dataDir: string
let devnet: Devnet
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-evm-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const [one] = devnetManifest.chains
const dusd = one.tokens[0] ?? expect.fail()
const { contracts } = one
const account = (role: string) =>
  devnetManifest.accounts.find((each) => each.role === role) ?? expect.fail(role)
const [visitor, other] = [account('visitor'), account('counterparty')]
const stranger = '0x1234567890AbcdEF1234567890aBcdef12345678'

let endpoint: Endpoint
let client: ReturnType<typeof createClient>
const call = (method: string, ...params: unknown[]) => client.request({ method, params })
const balanceOf = async (address: string) => BigInt(`${await call('eth_getBalance', address, 'latest')}`)
const tokensOf = async (address: string, token: string) => {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  return BigInt(`${await call('eth_call', { to: token, data }, 'latest')}`)
}

beforeEach(() => {
  const url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? expect.fail()
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const network = defineChain({
    id: 31337,
    name: 'One',
    nativeCurrency,
    rpcUrls: { default: { http: [url] } },
  })
  endpoint = { network, urls: [url] }
  client = createClient(endpoint)
})

const plan = (
  amount: bigint,
  {
    to = other.address as string,
    token,
    from = visitor.address as string,
    isMaximum = false,
  }: { to?: string; token?: string; from?: string; isMaximum?: boolean } = {},
) => transfers.plan({ ...endpoint, provider: undefined, transfer: { from, to, amount, token }, isMaximum })

/** The visitor's wallet. */
const walletOf = (policy: 'approve' | 'reject') =>
  createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: endpoint.urls[0] }], authorized: true, policy })
    .provider
/** Sends as the visitor's wallet, which approves everything. */
const send = (planned: TransferPlan): Promise<SentTransaction> =>
  transfers.send({ ...endpoint, provider: walletOf('approve'), plan: planned })
const outcomeOf = (sent: SentTransaction) =>
  transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(20_000) })

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const readWord = async (to: string, data: string) =>
  BigInt(`${await call('eth_call', { to, data: `0x${data}` }, 'latest')}`)
const nftOf = (standard: TransferNft['standard'], contract: string, tokenId: string): TransferNft => ({
  standard,
  contract,
  tokenId,
})
const planNft = (nft: TransferNft, amount: bigint, to = stranger) =>
  transfers.plan({ ...endpoint, provider: undefined, transfer: { from: visitor.address, to, nft, amount } })
/** `balanceOf` reads the word at the address; any other call adds nine tenths of its second parameter to it and returns 1. */
const feeToken =
  '0x60003560e01c6370a0823114602b57600a60096024350204600435540160043555600160005260206000f35b6004355460005260206000f3'

testTransfers(
  {
    transfers,
    network: mainnet,
    addresses: [visitor.address, other.address, dusd.address],
    token: { address: dusd.address, decimals: 6 },
    refused: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'So11111111111111111111111111111111111111112'],
    unknownHash: `0x${'ab'.repeat(32)}`,
    start: async () => ({
      ...endpoint,
      provider: walletOf('approve'),
      refusingProvider: walletOf('reject'),
      from: visitor.address,
      to: other.address,
      token: { address: dusd.address, decimals: 6 },
      readBalance: ({ address, token }) => (token ? tokensOf(address, token) : balanceOf(address)),
    }),
  },
  { describe, test, expect },
)

describe('transfers', () => {
  test('behavior: sends the coin; the wallet chooses the fee, and the plan covers it', async () => {
    const planned = await plan(10n ** 15n, { to: stranger })
    expect(planned).toMatchObject({ refusal: undefined, notes: [] })
    expect(planned.request).toEqual({ from: visitor.address, to: stranger, value: '0x38d7ea4c68000' })
    const before = await balanceOf(visitor.address)
    const had = await balanceOf(stranger)
    const hash = await send(planned)
    expect(await outcomeOf(hash)).toBe('confirmed')
    expect((await balanceOf(stranger)) - had).toBe(10n ** 15n)
    const paid = before - (await balanceOf(visitor.address)) - 10n ** 15n
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(planned.fee)
  })

  test('behavior: sends a token', async () => {
    const amount = 2_500_000n
    const planned = await plan(amount, { token: dusd.address, to: stranger })
    expect(planned.request).toMatchObject({ to: dusd.address, value: '0x0' })
    expect(await outcomeOf(await send(planned))).toBe('confirmed')
    expect(await tokensOf(stranger, dusd.address)).toBe(amount)
  })

  test('behavior: sends NFTs of both standards, whose owner then is the recipient', async () => {
    const one = nftOf('erc721', contracts.arches, '3')
    expect(await outcomeOf(await send(await planNft(one, 1n)))).toBe('confirmed')
    expect(await readWord(contracts.arches, `6352211e${word(3n)}`)).toBe(BigInt(stranger))
    const many = nftOf('erc1155', contracts.keystones, '3')
    expect(await outcomeOf(await send(await planNft(many, 2n)))).toBe('confirmed')
    const held = await readWord(contracts.keystones, `00fdd58e${word(BigInt(stranger))}${word(3n)}`)
    expect(held).toBe(2n)
  })

  test('error: an NFT of somebody else would fail, one of another namespace cannot be sent', async () => {
    const others = nftOf('erc721', contracts.arches, '2')
    expect((await planNft(others, 1n)).refusal).toBe('fails')
    expect((await planNft(nftOf('erc1155', contracts.keystones, '3'), 99n)).refusal).toBe('fails')
    const foreign = await planNft(nftOf('metaplex', contracts.arches, '3'), 1n)
    expect(foreign).toMatchObject({ refusal: 'not-transferable', request: undefined })
    await expect(send(foreign)).rejects.toMatchObject({ rpcCode: -32602 })
  })

  test('error: neither a token’s contract nor the contract of the NFT can be paid', async () => {
    const token = dusd.address
    expect((await plan(1n, { token, to: token })).refusal).toBe('not-payable')
    expect((await plan(1n, { to: token.toLowerCase() })).refusal).toBe('not-payable')
    const nft = nftOf('erc721', contracts.arches, '3')
    expect((await planNft(nft, 1n, contracts.arches)).refusal).toBe('not-payable')
    // A contract that is no token is left to the visitor.
    expect(await plan(1n, { token, to: contracts.guestbook })).toMatchObject({
      refusal: undefined,
      notes: ['contract'],
    })
  })

  test('behavior: with a speed the fee goes along, without gas', async () => {
    for (const speed of transfers.speeds) {
      const transfer = { from: visitor.address, to: stranger, amount: 1n }
      const { request, fee } = await transfers.plan({ ...endpoint, provider: undefined, transfer, speed })
      expect(Object.keys(request as object)).toEqual([
        'from',
        'to',
        'value',
        'maxFeePerGas',
        'maxPriorityFeePerGas',
      ])
      expect(BigInt((request as Required<TransactionRequest>).maxFeePerGas) * 21_000n).toBe(fee)
    }
  })

  test('error: a token cannot be sent without coins for the fee', async () => {
    const poor = `0x${'c0'.repeat(20)}`
    await outcomeOf(await send(await plan(5n, { token: dusd.address, to: poor })))
    expect((await plan(5n, { from: poor, token: dusd.address })).refusal).toBe('no-fee')
  })

  test('behavior: says what the recipient gets of a token that charges a fee', async () => {
    const token = `0x${'fe'.repeat(20)}`
    await call('anvil_setCode', token, feeToken)
    expect(await plan(1000n, { token, to: stranger })).toMatchObject({ gets: 900n, refusal: undefined })
    expect((await plan(1000n, { token: dusd.address, to: stranger })).gets).toBeUndefined()
  })

  test('error: a token that reports success and moves nothing is refused', async () => {
    const token = `0x${'fa'.repeat(20)}`
    // Returns 1, whatever is asked.
    await call('anvil_setCode', token, '0x600160005260206000f3')
    expect((await plan(1000n, { token, to: stranger })).refusal).toBe('fails')
  })

  test('behavior: the maximum is sent with the fee it was reckoned with, and is accepted', async () => {
    const poor = `0x${'be'.repeat(20)}`
    await call('anvil_setBalance', poor, `0x${(10n ** 17n).toString(16)}`)
    await call('anvil_impersonateAccount', poor)
    const most = await transfers.getMaximum({
      ...endpoint,
      provider: undefined,
      from: poor,
      to: stranger,
      balance: 10n ** 17n,
    })
    expect(most).toBeGreaterThan(0n)
    const planned = await plan(most, { from: poor, to: stranger, isMaximum: true })
    expect(most + planned.fee).toBeLessThanOrEqual(10n ** 17n + planned.fee / 2n)
    const request = planned.request as TransactionRequest
    expect(request).toMatchObject({ gas: '0x5208', maxFeePerGas: expect.stringMatching(/^0x/) })
    const hash = `${await call('eth_sendTransaction', request)}`
    expect(await outcomeOf({ hash, from: poor })).toBe('confirmed')
  })

  test('behavior: there is no maximum of a balance that does not pay the fee', async () => {
    expect(
      await transfers.getMaximum({
        ...endpoint,
        provider: undefined,
        from: visitor.address,
        to: stranger,
        balance: 1000n,
      }),
    ).toBe(0n)
  })

  test('error: a transfer of more than there is would fail, as would one to a contract that takes no coin', async () => {
    expect((await plan(10n ** 30n, { token: dusd.address })).refusal).toBe('fails')
    expect((await plan(10n ** 30n)).refusal).toBe('fails')
    expect(await plan(1n, { to: contracts.closedGate })).toMatchObject({
      refusal: 'fails',
      notes: ['contract'],
    })
  })

  test('behavior: an account that has delegated to a contract (EIP-7702) is none', async () => {
    const delegated = `0x${'de'.repeat(20)}`
    await call('anvil_setCode', delegated, `0xef0100${contracts.guestbook.slice(2)}`)
    expect((await plan(0n, { to: delegated })).notes).toEqual([])
  })

  test('behavior: the fee of an OP Stack network is part of it', async () => {
    const oracle = '0x420000000000000000000000000000000000000f'
    const plain = (await plan(1n)).fee
    // Returns 1 gwei, whatever is asked.
    await call('anvil_setCode', oracle, '0x633b9aca0060005260206000f3')
    const withData = (await plan(1n)).fee
    await call('anvil_setCode', oracle, '0x')
    expect(withData - plain).toBeGreaterThanOrEqual(900_000_000n)
  })

  test('behavior: a transfer that failed in its block, or was replaced, is told apart', async () => {
    await call('evm_setAutomine', false)
    await call('evm_setIntervalMining', 0)
    try {
      const wallet = other.address
      await call('anvil_impersonateAccount', wallet)
      const nonce = await call('eth_getTransactionCount', wallet, 'latest')
      const first = { from: wallet, to: stranger, value: '0x1', gas: '0x5208', nonce }
      const fees = (gwei: bigint) => ({
        maxFeePerGas: `0x${(gwei * 10n ** 9n).toString(16)}`,
        maxPriorityFeePerGas: '0x3b9aca00',
      })
      const slow = `${await call('eth_sendTransaction', { ...first, ...fees(5n) })}`
      const outcome = outcomeOf({ hash: slow, from: wallet })
      await new Promise((resolve) => setTimeout(resolve, 400))
      await call('eth_sendTransaction', {
        ...first,
        value: '0x0',
        to: wallet,
        maxFeePerGas: '0x4a817c800',
        maxPriorityFeePerGas: '0x77359400',
      })
      const failing = { from: wallet, to: contracts.closedGate, value: '0x1', gas: '0x186a0', ...fees(20n) }
      const failed = `${await call('eth_sendTransaction', failing)}`
      await call('evm_mine')
      expect(await outcome).toBe('replaced')
      expect(await outcomeOf({ hash: failed, from: wallet })).toBe('failed')
    } finally {
      await call('evm_setAutomine', true)
    }
  })

  test('behavior: a transfer that the nodes have dropped is reported, and followed when it is sent again', async () => {
    await call('evm_setAutomine', false)
    await call('evm_setIntervalMining', 0)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const nonce = Number(await call('eth_getTransactionCount', visitor.address, 'latest'))
      const serializedTransaction = await privateKeyToAccount(visitor.privateKey).signTransaction({
        ...{ chainId: 31337, to: stranger, value: 1n, gas: 21_000n, nonce },
        ...{ maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n },
      })
      const hash = `${await call('eth_sendRawTransaction', serializedTransaction)}`
      const onExpiry = vi.fn()
      const reported: boolean[] = []
      const outcome = transfers.waitForOutcome({
        ...{ ...endpoint, sent: { hash, from: visitor.address }, signal: AbortSignal.timeout(20_000) },
        ...{ onExpiry, onDropped: (isDropped: boolean) => reported.push(isDropped) },
      })
      await expect.poll(() => onExpiry.mock.calls, { timeout: 5000 }).toEqual([[`${nonce}`]])
      await call('anvil_dropTransaction', hash)
      // Endpoints may be seconds apart, so it is not believed at once.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect(reported).not.toContain(true)
      vi.setSystemTime(Date.now() + 11_000)
      await expect.poll(() => reported.at(-1), { timeout: 5000 }).toBe(true)
      await call('eth_sendRawTransaction', serializedTransaction)
      await expect.poll(() => reported.at(-1), { timeout: 5000 }).toBe(false)
      await call('evm_mine')
      expect(await outcome).toBe('confirmed')
    } finally {
      vi.useRealTimers()
      await call('evm_setAutomine', true)
    }
  }, 30_000)

  test('error: a wallet on another network, or without a hash, has sent nothing', async () => {
    const asked: string[] = []
    const walletWith = (chainId: string, hash: unknown) => ({
      request: async ({ method }: { method: string }) => {
        asked.push(method)
        return method === 'eth_chainId' ? chainId : hash
      },
    })
    const planned = await plan(1n)
    const elsewhere = transfers.send({ ...endpoint, provider: walletWith('0x1', '0x'), plan: planned })
    await expect(elsewhere).rejects.toMatchObject({ rpcCode: 4901 })
    expect(asked).toEqual(['eth_chainId'])
    for (const hash of [null, '0x12', { hash: 'x' }, `0x${'g'.repeat(64)}`]) {
      const sending = transfers.send({ ...endpoint, provider: walletWith('0x7a69', hash), plan: planned })
      await expect(sending).rejects.toMatchObject({ rpcCode: -32603 })
    }
  })
})
