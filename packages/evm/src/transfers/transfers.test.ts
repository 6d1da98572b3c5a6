import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineChain, type Endpoint, type SentTransaction, type TransferPlan } from '@portico/core'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createEvmWallet } from '@portico/testkit'
import { decodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../assets/createClient.ts'
import { encodeTransfer } from './encodeTransfer.ts'
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

/** Sends as the visitor's wallet, which approves everything. */
async function send(planned: TransferPlan): Promise<SentTransaction> {
  const wallet = createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: endpoint.urls[0] }], authorized: true })
  return transfers.send({ ...endpoint, provider: wallet.provider, plan: planned })
}
const outcomeOf = (sent: SentTransaction) =>
  transfers.waitForOutcome({ ...endpoint, sent, signal: AbortSignal.timeout(20_000) })
/** Reads an address on the local network. */
const readAddress = (text: string) => transfers.readRecipient({ text, network: endpoint.network })?.address

describe('readRecipient', () => {
  test('behavior: an address in lower case gets its checksum', () => {
    expect(readAddress(other.address.toLowerCase())).toBe(other.address)
    expect(readAddress(other.address)).toBe(other.address)
  })

  test.each([
    '',
    '0x',
    other.address.slice(0, -1),
    `${other.address}0`,
    other.address.slice(2),
    ` ${other.address}`,
    // A wrong letter in mixed case.
    other.address.replace(/[a-f]/, (letter) => letter.toUpperCase()),
    `0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(39)}1`,
    `0x${'0'.repeat(38)}11`,
    'vitalik.eth',
  ])('error: %s cannot receive', (text) => {
    expect(readAddress(text)).toBeUndefined()
  })
})

describe('encodeTransfer', () => {
  test('behavior: is the call of ERC-20, as viem reads it', () => {
    for (const amount of [0n, 1n, 123_456n, 2n ** 256n - 1n]) {
      const { functionName, args } = decodeFunctionData({
        abi: erc20Abi,
        data: encodeTransfer({ to: other.address, amount }),
      })
      expect([functionName, args]).toEqual(['transfer', [other.address, amount]])
    }
  })
})

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
    const data = `0x70a08231${stranger.slice(2).padStart(64, '0')}`
    expect(BigInt(`${await call('eth_call', { to: dusd.address, data }, 'latest')}`)).toBe(amount)
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

  test('error: the wallet’s refusal has code 4001', async () => {
    const provider = { request: () => Promise.reject({ code: 4001, message: 'no' }) }
    const sending = transfers.send({ ...endpoint, provider, plan: await plan(1n) })
    await expect(sending).rejects.toMatchObject({ rpcCode: 4001 })
  })
})
