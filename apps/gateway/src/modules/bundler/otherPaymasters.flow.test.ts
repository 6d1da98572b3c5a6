import {
  encodePaymasterData,
  sponsorPaymasterAddress,
  sponsorPaymasterArtifact,
  sponsorPaymasterDeployCall,
  sponsorTypedData,
} from '@portico/contracts'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  concatHex,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBundlerGateway } from '../../../test/createBundlerGateway.ts'
import { local, type SponsoredChain, startSponsoredChain } from '../../../test/startSponsoredChain.ts'
import type { FetchResult } from '../../infra/egress/createSafeFetch.ts'
import { toUserOperation } from './operation/toUserOperation.ts'

const entryPoint = delegatorContracts.EntryPoint as Hex
const host = 'pay.portico.dev'
const paymasterUrl = `https://${host}/v2/rpc?key=1`
const signer = privateKeyToAccount(generatePrivateKey())
const owner = privateKeyToAccount(devnetManifest.accounts[3]?.privateKey ?? '0x')
const terms = { owner: owner.address, signer: signer.address, maxCost: parseEther('0.02') }
const paymaster = sponsorPaymasterAddress(terms)
const filled = (bytes: number): Hex => `0x${'ff'.repeat(bytes)}`

let chain: SponsoredChain
const rich = () =>
  createWalletClient({
    account: owner,
    chain: anvil,
    transport: http(chain.url),
    pollingInterval: 50,
  }).extend(publicActions)
async function pay(call: { to: Hex; data: Hex; value?: bigint }) {
  const hash = await rich().sendTransaction(call)
  await rich().waitForTransactionReceipt({ hash })
}
const deposit = () =>
  chain.client.readContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [paymaster],
  })

beforeAll(async () => {
  chain = await startSponsoredChain()
  await pay(sponsorPaymasterDeployCall(terms))
  await pay({
    to: entryPoint,
    data: encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [paymaster] }),
    value: parseEther('1'),
  })
}, 60_000)
afterAll(() => chain?.stop())

type Answer = Record<string, unknown>
/** What an honest paymaster answers. */
async function answerHonestly(method: string, [operation]: Answer[]): Promise<Answer> {
  if (method === 'pm_getPaymasterStubData')
    return {
      paymaster,
      paymasterData: filled(76),
      paymasterVerificationGasLimit: '0xea60',
      paymasterPostOpGasLimit: '0x0',
    }
  const times = { validAfter: 0, validUntil: Math.floor(Date.now() / 1000) + 600 }
  const typed = sponsorTypedData({
    chainId: 31337,
    paymaster,
    operation: toUserOperation(operation as never),
    ...times,
  })
  const signature = await signer.signTypedData(typed)
  return { paymaster, paymasterData: encodePaymasterData({ ...times, signature }) }
}

/** A gateway whose project lets paymasters of one host pay. `lie` changes what this host answers. */
async function start({ lie }: { lie?: (method: string, answer: Answer) => unknown } = {}) {
  const asked: { url: string; method: string; params: Answer[] }[] = []
  const sponsors = JSON.parse(gatewayEnv.SPONSORS ?? '{}')
  sponsors.local['eip155:31337'].paymasterHosts = [host]
  const gateway = await createBundlerGateway({
    chain,
    env: { SPONSORS: JSON.stringify(sponsors) },
    makeSafeFetch: () => ({
      get: async () => ({ ok: false, reason: 'connection' }),
      async post({ url, json }): Promise<FetchResult> {
        const { method, params } = JSON.parse(json)
        asked.push({ url, method, params })
        const honest = await answerHonestly(method, params)
        const answer = lie ? lie(method, honest) : honest
        if (answer === undefined) return { ok: false, reason: 'timeout' }
        const text =
          typeof answer === 'string' ? answer : JSON.stringify({ jsonrpc: '2.0', id: 1, result: answer })
        return { ok: true, mediaType: 'application/json', bytes: Buffer.from(text) }
      },
      close: () => undefined,
    }),
  })
  /** Asks for the stub, the gas and the signature, as a wallet does. */
  async function prepare(account: Awaited<ReturnType<typeof chain.createAccount>>, more: Answer = {}) {
    const context = { paymasterUrl, paymasterContext: { policy: 'one' }, ...more }
    const draft = await gateway.prepare({ owner: account })
    const { sender, nonce, callData, maxFeePerGas, maxPriorityFeePerGas } = draft
    const bare = { sender, nonce, callData, maxFeePerGas, maxPriorityFeePerGas }
    const stub = await gateway.call('pm_getPaymasterStubData', [bare, entryPoint, '0x7a69', context])
    if (stub.error) return { refusal: stub.error, context }
    const { sponsor, isFinal, ...fields } = stub.result as Answer
    const gas = await gateway.ask<Answer>('eth_estimateUserOperationGas', [
      { ...bare, ...fields },
      entryPoint,
    ])
    return { operation: { ...bare, ...gas }, sponsor, context }
  }
  return { ...gateway, prepareOwn: gateway.prepare, asked, prepare }
}

describe('paymasters of others', () => {
  test('behavior: one at a host that the project allows pays, and is asked for nothing but the operation', async () => {
    const gateway = await start()
    const account = await chain.createAccount()
    const before = await deposit()
    const { operation, sponsor, context } = await gateway.prepare(account)
    expect(sponsor).toEqual({ name: host })
    expect(operation).toMatchObject({
      paymasterVerificationGasLimit: '0xea60',
      paymasterPostOpGasLimit: '0x0',
    })
    const signed = await gateway.sign(account, await gateway.sponsor(operation as Answer, context))
    const hash = await gateway.send(signed)
    await expect
      .poll(() => gateway.receipt(hash))
      .toMatchObject({ success: true, paymaster: paymaster.toLowerCase() })
    expect(await deposit()).toBeLessThan(before)
    expect(gateway.asked.map(({ url, method }) => [url, method])).toEqual([
      [paymasterUrl, 'pm_getPaymasterStubData'],
      [paymasterUrl, 'pm_getPaymasterData'],
    ])
    const [sent, , chainId, given] = gateway.asked[1]?.params ?? []
    expect([chainId, given]).toEqual(['0x7a69', { policy: 'one' }])
    expect(Object.keys(sent as Answer)).not.toContain('signature')
    // It costs neither the project nor the relayer anything.
    await expect.poll(async () => (await gateway.store.find(hash))?.state).toBe('mined')
    const days = await gateway.services.database.selectFrom('sponsor_days').selectAll().execute()
    expect(days.map(({ reserved, spent, ops }) => [reserved, spent, ops])).toEqual([
      ['0', '0', 1],
      ['0', '0', 1],
    ])
    const receipt = await chain.client.getTransactionReceipt({
      hash: ((await gateway.byHash(hash)) as { transactionHash: Hex }).transactionHash,
    })
    const event = (await gateway.receipt(hash)) as { actualGasUsed: Hex }
    expect(BigInt(event.actualGasUsed)).toBeGreaterThanOrEqual(receipt.gasUsed)
  })

  test('error: any other address is never asked', async () => {
    const gateway = await start()
    const account = await chain.createAccount()
    for (const url of [
      'https://pay.portico.dev.evil.io/',
      'https://portico.dev/',
      `http://${host}/`,
      `https://${host}:8443/`,
      `https://user@${host}/`,
      `https://${host}@evil.io/`,
      `https://${host}\\@evil.io/`,
      'https://127.0.0.1/',
      'paymaster',
    ]) {
      const { refusal } = await gateway.prepare(account, { paymasterUrl: url })
      expect(refusal?.data?.reason, url).toBe('not-sponsored')
    }
    expect(gateway.asked).toEqual([])
  })

  test('error: a token and another paymaster, calls that may fail, and operations of others', async () => {
    const gateway = await start()
    const account = await chain.createAccount()
    const { refusal } = await gateway.prepare(account, { feeToken: local.dusd })
    expect(refusal?.data?.reason).toBe('not-sponsored')
    const { operation, context } = await gateway.prepare(account)
    const asked = gateway.asked.length
    for (const callData of ['0x', '0x12345678'] as const) {
      const params = [{ ...operation, callData }, entryPoint, '0x7a69', context]
      expect((await gateway.call('pm_getPaymasterData', params)).error?.data?.reason).toBe('not-sponsored')
    }
    expect(gateway.asked.length).toBe(asked)
  })

  test('error: 17 answers of a hostile host: nothing is signed, reserved or sent', async () => {
    const account = await chain.createAccount()
    const stubs: unknown[] = [
      undefined,
      'not json',
      '[]',
      JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 1, message: '<b>secret</b>' } }),
      null,
      { paymaster },
      { paymaster: account.address, paymasterData: '0x' },
      { paymaster: entryPoint, paymasterData: '0x' },
      { paymaster: local.paymaster, paymasterData: '0x' },
      { paymaster: delegatorContracts.DelegationManager, paymasterData: '0x' },
      { paymaster: `0x${'0'.repeat(40)}`, paymasterData: '0x' },
      { paymaster, paymasterData: filled(1025) },
      { paymaster, paymasterData: '0x', paymasterVerificationGasLimit: '0x493e1' },
      { paymaster, paymasterData: '0x', paymasterPostOpGasLimit: '0x30d41' },
      { paymaster, paymasterData: '0x', paymasterVerificationGasLimit: `0x${'f'.repeat(40)}` },
      // Nobody has deposited for it.
      { paymaster: `0x${'12'.repeat(20)}`, paymasterData: '0x' },
      { paymaster: 'pay', paymasterData: '0x' },
    ]
    let stub: unknown
    const gateway = await start({ lie: () => stub })
    for (stub of stubs) {
      const { refusal, context } = await gateway.prepare(account)
      expect(refusal?.data?.reason, JSON.stringify(stub)).toMatch(/not-sponsored|paused|sponsor-empty/)
      expect(refusal?.message).not.toContain('secret')
      // The same at the last moment.
      const bare = await gateway.prepareOwn({ owner: account })
      const final = await gateway.call('pm_getPaymasterData', [bare, entryPoint, '0x7a69', context])
      expect(final.error, JSON.stringify(stub)).toBeDefined()
      expect(await gateway.services.database.selectFrom('operations').selectAll().execute()).toEqual([])
    }
  }, 60_000)

  test('error: data that only look right, or that cost more, are refused before they are sent', async () => {
    let data: (answer: Answer) => unknown = (answer) => answer
    const gateway = await start({
      lie: (method, answer) => (method === 'pm_getPaymasterData' ? data(answer) : answer),
    })
    const account = await chain.createAccount()
    const { operation, context } = await gateway.prepare(account)
    // More calldata than the operation pays the relayer for.
    data = (answer) => ({ ...answer, paymasterData: `${answer.paymasterData}${'ff'.repeat(900)}` })
    const long = await gateway.call('pm_getPaymasterData', [operation, entryPoint, '0x7a69', context])
    expect(long.error?.code).toBe(-32602)
    // A signature of somebody else: the EntryPoint refuses it.
    data = (answer) => ({
      ...answer,
      paymasterData: `${`${answer.paymasterData}`.slice(0, -64)}${'11'.repeat(32)}`,
    })
    const wrong = await gateway.sign(account, await gateway.sponsor(operation as Answer, context))
    expect((await gateway.trySend(wrong)).error?.code).toBe(-32507)
    // What another paymaster signed last is not sent with the data of before.
    data = (answer) => answer
    const right = await gateway.sign(account, await gateway.sponsor(operation as Answer, context))
    expect((await gateway.trySend(wrong)).error?.data?.reason).toBe('not-sponsored')
    // The own paymaster reserves nothing for this nonce meanwhile.
    const own = await gateway.make({ owner: account }).catch(String)
    expect(own).toContain('account-busy')
    expect(await gateway.send(right)).toMatch(/^0x/)
  })

  test('error: one that takes tokens of the account for the fee is not called the payer, and is not sent', async () => {
    // transferFrom(sender, paymaster, 7) while it checks the operation, if the account allowed it; the answer is as `paymaster` gives it.
    const taker: Hex = '0x00000000000000000000000000000000000bad00'
    const code = concatHex([
      ...[
        '0x6323b872dd',
        '0x60e01b',
        '0x5f',
        '0x52',
        '0x606435',
        '0x600452',
        '0x30',
        '0x602452',
        '0x6007',
        '0x604452',
      ],
      ...(['0x5f', '0x5f', '0x6064', '0x5f', '0x5f', '0x73', local.dusd, '0x5a', '0xf1', '0x50'] as const),
      ...[
        '0x6040',
        '0x5f',
        '0x52',
        '0x5f',
        '0x6020',
        '0x52',
        '0x5f',
        '0x6040',
        '0x52',
        '0x6060',
        '0x5f',
        '0xf3',
      ],
    ] as Hex[])
    await chain.node.setCode({ address: taker, bytecode: code })
    const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [taker] })
    await pay({ to: entryPoint, data, value: parseEther('1') })
    const gateway = await start({
      lie: (method, answer) => ({
        ...answer,
        paymaster: taker,
        ...(method === 'pm_getPaymasterStubData' ? { paymasterVerificationGasLimit: '0x30d40' } : {}),
      }),
    })
    const account = await chain.createAccount()
    await chain.give(account.address, 10_000_000n)
    const make = async () => {
      const { operation, context } = await gateway.prepare(account)
      return gateway.sign(account, await gateway.sponsor(operation as Answer, context))
    }
    await chain.node.impersonateAccount({ address: account.address })
    await chain.node.setBalance({ address: account.address, value: parseEther('1') })
    const allow = async (amount: bigint) => {
      const wallet = createWalletClient({
        account: account.address,
        chain: anvil,
        transport: http(chain.url),
      })
      const hash = await wallet.writeContract({
        address: local.dusd,
        abi: erc20Abi,
        functionName: 'approve',
        args: [taker, amount],
      })
      await chain.client.waitForTransactionReceipt({ hash })
    }
    await allow(7n)
    expect((await gateway.trySend(await make())).error).toMatchObject({
      message: expect.stringContaining('it takes tokens of the account'),
      data: { reason: 'not-sponsored' },
    })
    // Without the permission it takes nothing, and so it pays.
    await allow(0n)
    const hash = await gateway.send(await make())
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true, paymaster: taker })
  })

  test('error: one whose deposit is gone in front of the operation costs its user, who is refused after three', async () => {
    const gateway = await start()
    const account = await chain.createAccount()
    await chain.node.setAutomine(false)
    try {
      for (let count = 0; count < 3; count++) {
        const { operation, context } = await gateway.prepare(account)
        const hash = await gateway.send(
          await gateway.sign(account, await gateway.sponsor(operation as Answer, context)),
        )
        await rich().sendTransaction({
          to: paymaster,
          data: encodeFunctionData({
            abi: sponsorPaymasterArtifact.abi,
            functionName: 'withdraw',
            args: [owner.address, await deposit()],
          }),
          maxPriorityFeePerGas: 10n ** 11n,
          maxFeePerGas: 2n * 10n ** 11n,
          gas: 100_000n,
        })
        await chain.node.mine({ blocks: 1 })
        await gateway.bundler?.settlement.run({ isThorough: true })
        expect((await gateway.store.find(hash))?.failed_at).not.toBeNull()
        expect(BigInt((await gateway.store.find(hash))?.relayer_cost ?? 0)).toBeGreaterThan(0n)
        const data = encodeFunctionData({
          abi: entryPoint07Abi,
          functionName: 'depositTo',
          args: [paymaster],
        })
        await rich().sendTransaction({ to: entryPoint, data, value: parseEther('1') })
        await chain.node.mine({ blocks: 1 })
        gateway.clock.ms += 300_000
        await gateway.bundler?.settlement.run({ isThorough: true })
        await chain.node.mine({ blocks: 1 })
        await gateway.bundler?.settlement.run({ isThorough: true })
      }
      // The host is not even asked.
      const asked = gateway.asked.length
      const { refusal, context } = await gateway.prepare(account)
      expect(refusal?.data?.reason).toBe('limit-reached')
      const bare = await gateway.prepareOwn({ owner: account })
      const final = await gateway.call('pm_getPaymasterData', [bare, entryPoint, '0x7a69', context])
      expect(final.error?.data?.reason).toBe('limit-reached')
      expect(gateway.asked.length).toBe(asked)
    } finally {
      await chain.node.setAutomine(true)
    }
  })
})
