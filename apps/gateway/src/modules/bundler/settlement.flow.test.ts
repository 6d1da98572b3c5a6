import { delegatorContracts } from '@portico/protocol/smartAccount'
import { createWalletClient, type Hash, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundlerChain } from '../../../test/createBundlerClient.ts'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import {
  encodeFeeBatch,
  local,
  type SponsoredChain,
  signGuestbook,
  signUpgrade,
  startSponsoredChain,
  transferOf,
} from '../../../test/startSponsoredChain.ts'
import { startUpstream } from '../../testing/startUpstream.ts'
import { handleOpsData } from './operation/gas.ts'
import { hashUserOperation } from './operation/hashUserOperation.ts'
import { toUserOperation } from './operation/toUserOperation.ts'

const entryPoint = delegatorContracts.EntryPoint as Hex
const stranger = privateKeyToAccount(`0x${'5e'.repeat(32)}`)
type Gateway = Awaited<ReturnType<typeof createBundlerGateway>>

let chain: SponsoredChain
beforeAll(async () => {
  chain = await startSponsoredChain()
  await chain.node.setBalance({ address: stranger.address, value: 10n ** 18n })
}, 60_000)
afterAll(() => chain?.stop())

const settle = (gateway: Gateway) => gateway.bundler?.settlement.run({ isThorough: true })
const stateOf = async (gateway: Gateway, hash: Hex) => (await gateway.store.find(hash))?.state
/** The node includes a transaction a moment after it has taken it. */
const settleUntilMined = (gateway: Gateway, hash: Hex) =>
  expect
    .poll(async () => {
      await settle(gateway)
      return stateOf(gateway, hash)
    })
    .toBe('mined')
/** What a project's operations have reserved and spent in this gateway. */
async function readDay(gateway: Gateway) {
  const [day] = await gateway.services.database
    .selectFrom('sponsor_days')
    .selectAll()
    .where('user_id', '=', '')
    .execute()
  return { reserved: BigInt(day?.reserved ?? 0), spent: BigInt(day?.spent ?? 0), ops: day?.ops }
}

/** Runs a function while blocks are made by the test only. */
async function withoutBlocks<Value>(run: () => Promise<Value>): Promise<Value> {
  await chain.node.setAutomine(false)
  try {
    return await run()
  } finally {
    await chain.node.setAutomine(true)
  }
}

describe('settlement', () => {
  test('behavior: an operation whose block is replaced is sent again, and settled again', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const before = await chain.node.snapshot()
    const hash = await gateway.send(operation)
    await settleUntilMined(gateway, hash)
    const mined = await readDay(gateway)
    expect(mined).toMatchObject({ reserved: 0n, ops: 1 })
    expect(mined.spent).toBeGreaterThan(0n)

    await chain.node.revert({ id: before })
    // Another block in its place.
    await withoutBlocks(async () => {
      await chain.node.setBalance({ address: stranger.address, value: 10n ** 18n + 1n })
      await chain.node.mine({ blocks: 1 })
      await settle(gateway)
      expect(await stateOf(gateway, hash)).toBe('sent')
      expect(await gateway.receipt(hash)).toBeNull()
      const again = await readDay(gateway)
      expect([again.reserved > 0n, again.spent]).toEqual([true, 0n])
      gateway.clock.ms += 6000
      await settle(gateway)
      await chain.node.mine({ blocks: 1 })
    })
    await settleUntilMined(gateway, hash)
    expect((await readDay(gateway)).reserved).toBe(0n)
    expect(await gateway.receipt(hash)).toMatchObject({ success: true })
  })

  test('behavior: operations at the same time are sent in a row, and each is settled', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owners = await Promise.all(Array.from({ length: 12 }, () => chain.createAccount()))
    const operations = await Promise.all(
      owners.map((owner, index) =>
        gateway.make({ owner, key: BigInt(index % 3), calls: [signGuestbook(`${index}`)] }),
      ),
    )
    const nonce = await chain.client.getTransactionCount({ address: local.relayer })
    const hashes = await withoutBlocks(async () => {
      const sent = await Promise.all(operations.map((operation) => gateway.send(operation)))
      await chain.node.mine({ blocks: 1 })
      return sent
    })
    for (const hash of hashes) await settleUntilMined(gateway, hash)
    expect(await chain.client.getTransactionCount({ address: local.relayer })).toBe(nonce + operations.length)
    expect(await readDay(gateway)).toMatchObject({ reserved: 0n, ops: operations.length })
  })

  test('behavior: calls that fail count as a failure, and what they cost', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    await chain.give(owner.address, 5n)
    const calls = [transferOf(local.dusd, stranger.address, 5n)]
    const operation = await gateway.make({ owner, calls })
    await chain.node.setBalance({ address: owner.address, value: 10n ** 18n })
    const own = createWalletClient({ account: owner, chain: anvil, transport: http(chain.url) })
    const [{ target, callData } = expect.fail()] = calls
    const hash = await withoutBlocks(async () => {
      // It succeeds now, and fails once the account has sent the same tokens itself, with a higher fee.
      const sent = await gateway.send(operation)
      await own.sendTransaction({
        to: target as Hex,
        data: callData as Hex,
        gas: 100_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 11n,
      })
      await chain.node.mine({ blocks: 1 })
      return sent
    })
    await settle(gateway)
    expect(await stateOf(gateway, hash)).toBe('reverted')
    expect(await gateway.receipt(hash)).toMatchObject({ success: false })
    expect((await gateway.store.find(hash))?.failed_at).not.toBeNull()
  })

  test('behavior: an operation that somebody else included is settled like any other', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const rich = createWalletClient({ account: stranger, chain: anvil, transport: http(chain.url) })
    const hash = await rich.sendTransaction({
      to: entryPoint,
      data: handleOpsData(toUserOperation(operation as never), stranger.address),
    })
    await chain.client.waitForTransactionReceipt({ hash })
    await settle(gateway)
    const day = await readDay(gateway)
    expect([day.reserved, day.spent > 0n, day.ops]).toEqual([0n, true, 1])
  })

  test('behavior: one that has expired is not charged for the next one with its nonce', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const expired = await gateway.make({ owner })
    gateway.clock.ms += 250_000
    await settle(gateway)
    const hash = await gateway.send(await gateway.make({ owner }))
    await settleUntilMined(gateway, hash)
    await settle(gateway)
    const row = await gateway.store.find(hash)
    expect(await stateOf(gateway, hashOf(expired))).toBe('expired')
    const spent = BigInt(row?.actual_cost ?? 0)
    expect(await readDay(gateway)).toEqual({ reserved: 0n, spent, ops: 1 })
  })

  test('error: one that the project pays counts, also if a token was to pay for another with its nonce since', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const sender = owner.address
    await chain.give(sender, 900_000_000n)
    const calls = [signGuestbook()]
    const paidByProject = await gateway.make({ owner, calls })
    const context = { feeToken: local.dusd }
    const { fee } = await gateway.ask<{
      fee: { token: Hex; collector: Hex; amount: string; quoteId: string }
    }>('pm_getPaymasterStubData', [paidByProject, entryPoint, '0x7a69', context])
    const callData = encodeFeeBatch({ sender, fee: { ...fee, amount: BigInt(fee.amount) * 2n }, calls })
    const paidInToken = await gateway.make({ owner, callData }, context)
    const rich = createWalletClient({ account: stranger, chain: anvil, transport: http(chain.url) })
    const hash = await rich.sendTransaction({
      to: entryPoint,
      data: handleOpsData(toUserOperation(paidByProject as never), stranger.address),
    })
    await chain.client.waitForTransactionReceipt({ hash })
    await settle(gateway)
    const row = await gateway.store.find(hashOf(paidInToken))
    expect(row?.tx_hash).toBe(hash)
    expect(await readDay(gateway)).toEqual({ reserved: 0n, spent: BigInt(row?.actual_cost ?? 0), ops: 1 })
  })
})

const hashOf = (operation: Record<string, unknown>) =>
  hashUserOperation(toUserOperation(operation as never), BigInt(anvil.id))

describe('another bundler', () => {
  test('behavior: gets the same operations, again if it did not answer, and is not believed about the chain', async () => {
    let answer: 'result' | 'refuse' | 'fail' = 'fail'
    let refusal = ''
    const bundler = await startUpstream({
      behave: () =>
        answer === 'fail'
          ? 'Bad gateway'
          : answer === 'refuse'
            ? { error: { code: -32502, message: refusal } }
            : { result: `0x${'1'.repeat(64)}` },
    })
    const gateway = await createBundlerGateway({
      chain,
      env: { BUNDLER_URLS: JSON.stringify({ [bundlerChain]: bundler.url }) },
    })
    const owner = await chain.createAccount({ isUpgraded: false })
    const eip7702Auth = await signUpgrade(owner)
    const nonce = await chain.client.getTransactionCount({ address: local.relayer })
    const operation = await gateway.make({ owner, eip7702Auth })
    answer = 'refuse'
    for (refusal of ['banned opcode', 'unknown paymaster'])
      expect((await gateway.trySend(operation)).error).toMatchObject({
        code: -32500,
        message: 'The bundler refused the operation.',
      })
    answer = 'fail'
    const hash = await gateway.send(operation)
    expect(await stateOf(gateway, hash)).toBe('sent')
    expect(await gateway.byHash(hash)).toMatchObject({ transactionHash: null, blockNumber: null })
    answer = 'result'
    const asked = bundler.seen.length
    gateway.clock.ms += 11_000
    await settle(gateway)
    expect(bundler.seen.length).toBeGreaterThan(asked)
    for (const { method, params } of bundler.seen) {
      expect(method).toBe('eth_sendUserOperation')
      const [sent, at] = params as [Record<string, unknown>, string]
      expect(at).toBe(entryPoint)
      expect(toUserOperation(sent as never)).toEqual(toUserOperation(operation as never))
    }
    expect(await stateOf(gateway, hash)).toBe('sent')
    // Its bundle.
    const rich = createWalletClient({ account: stranger, chain: anvil, transport: http(chain.url) })
    const { r, s } = eip7702Auth
    const included = await rich.sendTransaction({
      to: entryPoint,
      data: handleOpsData(toUserOperation(operation as never), stranger.address),
      authorizationList: [
        {
          chainId: anvil.id,
          nonce: 0,
          address: eip7702Auth.address,
          r,
          s,
          yParity: Number(eip7702Auth.yParity),
        },
      ],
    })
    await chain.client.waitForTransactionReceipt({ hash: included })
    await settle(gateway)
    expect(await gateway.receipt(hash)).toMatchObject({ success: true })
    expect(await gateway.byHash(hash)).toMatchObject({ transactionHash: included })
    expect(await chain.client.getTransactionCount({ address: local.relayer })).toBe(nonce)
  })
})

// The last one: it moves the clock of the chain.
describe('expiry', () => {
  test('behavior: what is never sent, or not included in time, is released, and its nonce is used', async () => {
    const gateway = await createBundlerGateway({ chain })
    const [idle, slow, next] = [
      await chain.createAccount(),
      await chain.createAccount(),
      await chain.createAccount(),
    ]
    await gateway.make({ owner: idle })
    const operation = await gateway.make({ owner: slow })
    const nonce = await chain.client.getTransactionCount({ address: local.relayer })
    const deposit = await readDeposit()
    await withoutBlocks(async () => {
      const hash = await gateway.send(operation)
      expect((await readDay(gateway)).ops).toBe(2)
      gateway.clock.ms += 200_000
      await settle(gateway)
      // The clock of the chain decides, not only that of the gateway.
      expect((await readDay(gateway)).ops).toBe(2)
      await chain.node.increaseTime({ seconds: 200 })
      // A block without it: its fees have become too low.
      await chain.node.dropTransaction({ hash: (await gateway.store.find(hash))?.tx_hash as Hash })
      await chain.node.mine({ blocks: 1 })
      await settle(gateway)
      expect(await readDay(gateway)).toEqual({ reserved: 0n, spent: 0n, ops: 0 })
      expect(await stateOf(gateway, hash)).toBe('expired')
      expect((await gateway.trySend(operation)).error).toMatchObject({ code: -32503 })
      // Something that does nothing uses its nonce, so that later ones do not wait.
      await settle(gateway)
      await chain.node.mine({ blocks: 1 })
    })
    expect(await chain.client.getTransactionCount({ address: local.relayer })).toBe(nonce + 1)
    expect(await readDeposit()).toBe(deposit)
    const hash = await gateway.send(await gateway.make({ owner: next }))
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
  })
})

const readDeposit = () =>
  chain.client.readContract({
    address: entryPoint,
    abi: [
      {
        type: 'function',
        name: 'balanceOf',
        stateMutability: 'view',
        inputs: [{ type: 'address' }],
        outputs: [{ type: 'uint256' }],
      },
    ],
    functionName: 'balanceOf',
    args: [local.paymaster],
  })
