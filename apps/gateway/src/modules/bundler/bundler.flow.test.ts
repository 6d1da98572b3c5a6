import { type TokenFee, tokenFee } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, numberToHex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import {
  encodeFeeBatch,
  encodeSingle,
  local,
  type SponsoredChain,
  signGuestbook,
  signUpgrade,
  startSponsoredChain,
  transferOf,
} from '../../../test/startSponsoredChain.ts'

let chain: SponsoredChain
beforeAll(async () => {
  chain = await startSponsoredChain()
}, 60_000)
afterAll(() => chain?.stop())

const { EntryPoint } = delegatorContracts
const balanceOf = (account: Hex) =>
  chain.client.readContract({
    address: local.dusd,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [account],
  })

describe('POST /v1/bundler', () => {
  test('behavior: pays for an operation, sends it, and settles what it cost', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    const hash = await gateway.send(operation)
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true, userOpHash: hash })
    expect(await gateway.store.find(hash)).toMatchObject({ state: 'mined' })
  })

  test('behavior: upgrades the account in the same transaction', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount({ isUpgraded: false })
    const operation = await gateway.make({ owner, eip7702Auth: await signUpgrade(owner) })
    const hash = await gateway.send(operation)
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true, userOpHash: hash })
  })

  test('behavior: a token pays, also if the calls fail', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    const sender = owner.address
    await chain.give(sender, 50_000_000n)
    const context = { feeToken: local.dusd }
    // Any call, not only those that the project pays for.
    const calls = [transferOf(local.dusd, local.relayer, 3n), signGuestbook()]
    const draft = await gateway.prepare({ owner, calls })
    const { fee } = await gateway.ask<{ fee: TokenFee }>('pm_getPaymasterStubData', [
      draft,
      EntryPoint,
      '0x7a69',
      context,
    ])
    const { token, collector, quoteId } = tokenFee.parse(fee)
    expect([token, collector]).toEqual([local.dusd, local.collector])
    const before = await balanceOf(local.collector)
    const operation = await gateway.make(
      { owner, callData: encodeFeeBatch({ sender, fee, calls }) },
      { ...context, quoteId },
    )
    const hash = await gateway.send(operation)
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
    expect((await balanceOf(local.collector)) - before).toBe(BigInt(fee.amount))
    expect(await balanceOf(sender)).toBe(50_000_000n - BigInt(fee.amount) - 3n)
  })

  test('behavior: on a rollup the operation pays for its data, so that the relayer loses nothing', async () => {
    const address = '0x420000000000000000000000000000000000000F'
    /** An oracle that answers every question with the same fee. */
    const charge = (fee: bigint) =>
      chain.node.setCode({ address, bytecode: `0x7f${fee.toString(16).padStart(64, '0')}5f5260205ff3` })
    const owner = await chain.createAccount()
    try {
      const fee = 10n ** 14n
      await charge(fee)
      const gateway = await createBundlerGateway({ chain })
      const hash = await gateway.send(await gateway.make({ owner }))
      await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
      const { actual_cost } = (await gateway.store.find(hash)) ?? {}
      const { receipt } = (await gateway.receipt(hash)) as {
        receipt: Record<'gasUsed' | 'effectiveGasPrice', Hex>
      }
      const spent = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) + 2n * fee
      expect(BigInt(actual_cost ?? 0)).toBeGreaterThanOrEqual(spent)
      // What pays for no data, or no longer for all of it, is not sent.
      const draft = await gateway.prepare({ owner })
      draft.preVerificationGas = numberToHex(BigInt(draft.preVerificationGas as Hex) / 2n)
      const params = [draft, EntryPoint, '0x7a69', {}]
      expect((await gateway.call('pm_getPaymasterData', params)).error?.code).toBe(-32602)
      const late = await gateway.make({ owner })
      await charge(2n * fee)
      expect((await gateway.trySend(late)).error?.message).toContain('Fees have risen')
    } finally {
      await chain.node.setCode({ address, bytecode: '0x' })
    }
  })

  test('behavior: a transfer that somebody else pays for costs at most 108 500 gas', async () => {
    const gateway = await createBundlerGateway({ chain })
    const owner = await chain.createAccount()
    await chain.give(owner.address, 5n)
    await chain.give(local.relayer, 1n)
    const { target, callData } = transferOf(local.dusd, local.relayer, 1n)
    let gasUsed = 0n
    // The first operation of an account, and of a chain, writes what the others only change.
    for (let count = 0; count < 2; count++) {
      const hash = await gateway.send(
        await gateway.make({ owner, callData: encodeSingle(target, callData as Hex) }),
      )
      // The node includes it a moment after it has taken it.
      await expect.poll(() => gateway.receipt(hash)).not.toBeNull()
      const receipt = (await gateway.receipt(hash)) as { receipt: { gasUsed: Hex } }
      gasUsed = BigInt(receipt.receipt.gasUsed)
    }
    // Of 107 700 the EntryPoint of the local chains, from another compiler, needs 3800 more than the public one.
    expect(gasUsed).toBeLessThanOrEqual(108_500n)
  })
})
