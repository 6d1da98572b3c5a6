import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, http, type PrivateKeyAccount } from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  entryPoint07Abi,
  type SmartAccount,
  toSmartAccount,
} from 'viem/account-abstraction'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundlerChain } from '../../../test/createBundlerClient.ts'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import {
  encodeBatch,
  operationTypedData,
  type SponsoredChain,
  signGuestbook,
  startSponsoredChain,
} from '../../../test/startSponsoredChain.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'

const { EntryPoint, EIP7702StatelessDeleGator: implementation } = delegatorContracts

let chain: SponsoredChain
beforeAll(async () => {
  chain = await startSponsoredChain()
}, 60_000)
afterAll(() => chain?.stop())

/** The smart account of an owner, as an application of viem describes it. */
function createAccount(owner: PrivateKeyAccount): Promise<SmartAccount> {
  return toSmartAccount({
    client: chain.client,
    entryPoint: { abi: entryPoint07Abi, address: EntryPoint as Hex, version: '0.7' },
    authorization: { account: owner, address: implementation as Hex },
    getAddress: async () => owner.address,
    encodeCalls: async (calls) =>
      encodeBatch(calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, callData: data }))),
    getFactoryArgs: async () => ({ factory: undefined, factoryData: undefined }),
    getStubSignature: async () => `0x${'ff'.repeat(64)}1c`,
    signMessage: ({ message }) => owner.signMessage({ message }),
    signTypedData: (typedData) => owner.signTypedData(typedData as never),
    signUserOperation: (operation) =>
      owner.signTypedData(
        operationTypedData({ ...operation, sender: owner.address, authorization: undefined } as never),
      ),
  })
}

describe('viem’s bundler and paymaster clients', () => {
  test.each([
    ['that is upgraded', true],
    ['that upgrades with the operation', false],
  ])('behavior: send an operation of an account %s, and read its receipt', async (_, isUpgraded) => {
    const gateway = await createBundlerGateway({ chain })
    const url = `http://${await listenTestApp(gateway)}/v1/bundler?chainId=${bundlerChain}`
    const transport = http(url, { fetchOptions: { headers: { authorization: `Bearer ${gateway.key}` } } })
    const owner = await chain.createAccount({ isUpgraded })
    const client = createBundlerClient({
      account: await createAccount(owner),
      client: chain.client,
      chain: anvil,
      transport,
      paymaster: createPaymasterClient({ transport }),
      pollingInterval: 50,
    })
    expect(await client.getSupportedEntryPoints()).toEqual([EntryPoint])
    expect(await client.getChainId()).toBe(anvil.id)
    const { target, callData } = signGuestbook('viem was here.')
    const hash = await client.sendUserOperation({
      calls: [{ to: target, data: callData as Hex }],
      ...(isUpgraded
        ? {}
        : {
            authorization: await owner.signAuthorization({
              address: implementation as Hex,
              chainId: anvil.id,
              nonce: 0,
            }),
          }),
    })
    const receipt = await client.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, userOpHash: hash, receipt: { status: 'success' } })
    expect(receipt.logs.some(({ address }) => address.toLowerCase() === target.toLowerCase())).toBe(true)
    expect(await client.getUserOperation({ hash })).toMatchObject({
      transactionHash: receipt.receipt.transactionHash,
      entryPoint: EntryPoint,
    })
  })
})
