import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { RpcError } from '@portico/protocol'
import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import {
  AtomicReadyWalletRejectedUpgradeError,
  BundleTooLargeError,
  concat,
  createPublicClient,
  createWalletClient,
  custom,
  DuplicateIdError,
  type EIP1193Provider,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  InvalidParamsRpcError,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  publicActions,
  serializeErc6492Signature,
  size,
  stringToHex,
  UnknownBundleIdError,
  UnsupportedNonOptionalCapabilityError,
  UserRejectedRequestError,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry, mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScriptedApprover } from '../../test/createScriptedApprover.ts'
import { createTestSigner } from '../../test/createTestSigner.ts'
import { createRequests } from './createRequests.ts'

const [chain] = devnetManifest.chains
const token = chain.tokens[0]?.address ?? '0x'
const visitor = privateKeyToAccount(devnetManifest.accounts[0]?.privateKey ?? '0x')
const implementation = delegatorContracts.EIP7702StatelessDeleGator
const delegated = `0xef0100${implementation.slice(2).toLowerCase()}`
const [bob, carol] = [
  '0x1111222233334444555566667777888899990001',
  '0x1111222233334444555566667777888899990002',
] as const

let dataDir: string
let devnet: Devnet
let url: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-batches-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains.find(({ chainId }) => chainId === chain.chainId)?.url ?? expect.fail()
  // They have some, as most recipients do: a first balance costs more gas.
  for (const to of [bob, carol]) await pay(to, 1n)
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const client = () => createPublicClient({ transport: http(url) })
async function rpc(_chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await answer.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (error) throw new RpcError({ rpcCode: error.code, message: error.message })
  return result
}
const transfer = (to: Hex, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
async function pay(to: Hex, amount: bigint): Promise<void> {
  const wallet = createWalletClient({ account: visitor, transport: http(url) })
  const hash = await wallet.sendTransaction({ ...transfer(to, amount), chain: null })
  await client().waitForTransactionReceipt({ hash, pollingInterval: 50 })
}
const held = (owner: Hex) =>
  client().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** A new account with coins and tokens, in the wallet. */
async function createWallet({
  node = rpc,
  ...script
}: Parameters<typeof createScriptedApprover>[0] & { node?: typeof rpc } = {}) {
  const account = privateKeyToAccount(generatePrivateKey())
  await rpc('', 'anvil_setBalance', [account.address, '0xde0b6b3a7640000'])
  await pay(account.address, 1000n)
  const approver = createScriptedApprover(script)
  const memory = new Map<string, unknown>()
  const requests = createRequests({
    session: {
      address: account.address,
      origin: 'https://app.example',
      projectId: 'local',
      dapp: {},
      chainId: () => chain.caip2,
      solanaAddress: () => undefined,
      openSigner: async () => createTestSigner(account),
    },
    surface: { show() {}, hide() {} },
    approver,
    riskLimits: { usd: 100, share: 0.5 },
    rpc: node,
    store: {
      read: async (key) => memory.get(key),
      write: async (key, value) => void memory.set(key, value),
    },
    async gateway(path) {
      if (path === '/wallet/v1/networks') return [{ chainId: chain.caip2, implementation }]
      if (path === '/wallet/v1/nonces')
        return { nonce: Number(await rpc('', 'eth_getTransactionCount', [account.address, 'pending'])) }
      throw new Error('problem')
    },
  })
  let count = 0
  const ask = (method: string, params: unknown) =>
    requests.handle({ id: `${count++}`.padStart(32, '0'), method, params })
  const send = async (calls: readonly object[]) => {
    const fields = { version: '2.0.0', chainId: '0x7a69', from: account.address, atomicRequired: true }
    const { id } = (await ask('wallet_sendCalls', [{ ...fields, calls }])) as { id: string }
    return id
  }
  const end = async (id: string) => {
    type Status = { status: number; receipts: { transactionHash: Hex; gasUsed: Hex; logs: unknown[] }[] }
    const read = async () => (await ask('wallet_getCallsStatus', [id])) as Status
    await expect.poll(async () => (await read()).status).not.toBe(100)
    const { status, receipts } = await read()
    return { status, receipt: receipts[0] ?? expect.fail() }
  }
  const atomic = async () => {
    const answer = (await ask('wallet_getCapabilities', [account.address])) as Record<
      string,
      { atomic?: object }
    >
    return answer['0x7a69']?.atomic
  }
  const code = () => rpc('', 'eth_getCode', [account.address, 'latest'])
  const turnOff = async () => {
    const request = { id: `${count++}`.padStart(32, '0'), chainId: chain.caip2 }
    const hash = await requests.turnOffSmartAccount(request)
    return client().waitForTransactionReceipt({ hash, pollingInterval: 50 })
  }
  return { ...{ account, approver, ask, send, end, atomic, code, turnOff }, address: account.address }
}

/** Signs a permission as this wallet does: it depends on the account's number at the NonceEnforcer. */
async function delegate(account: PrivateKeyAccount, nonce: bigint): Promise<Hex> {
  const root: Hex = `0x${'f'.repeat(64)}`
  const caveat = { enforcer: enforcerContracts.NonceEnforcer, terms: numberToHex(nonce, { size: 32 }) }
  const delegation = {
    ...{ delegate: visitor.address, delegator: account.address, authority: root },
    ...{ caveats: [caveat], salt: nonce },
  }
  const signature = await account.signTypedData({
    domain: {
      ...{ name: 'DelegationManager', version: '1', chainId: chain.chainId },
      verifyingContract: delegatorContracts.DelegationManager,
    },
    types: {
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: 'authority', type: 'bytes32' },
        { name: 'caveats', type: 'Caveat[]' },
        { name: 'salt', type: 'uint256' },
      ],
      Caveat: [
        { name: 'enforcer', type: 'address' },
        { name: 'terms', type: 'bytes' },
      ],
    },
    primaryType: 'Delegation',
    message: delegation,
  })
  const signed = { ...delegation, caveats: [{ ...caveat, args: '0x' as const }], signature }
  return encodeAbiParameters(
    parseAbiParameters([
      'Delegation[]',
      'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
      'struct Caveat { address enforcer; bytes terms; bytes args; }',
    ]),
    [[signed]],
  )
}

/** Uses a permission to send one unit of the token to Bob. */
async function redeem(permission: Hex): Promise<void> {
  const { to, data } = transfer(bob, 1n)
  const { request } = await client().simulateContract({
    account: visitor,
    address: delegatorContracts.DelegationManager,
    abi: parseAbi([
      'function redeemDelegations(bytes[] permissionContexts, bytes32[] modes, bytes[] executionCallDatas)',
    ]),
    functionName: 'redeemDelegations',
    args: [[permission], [`0x${'0'.repeat(64)}`], [concat([to, numberToHex(0n, { size: 32 }), data])]],
  })
  const wallet = createWalletClient({ account: visitor, transport: http(url) })
  const hash = await wallet.writeContract({ ...request, chain: null })
  const receipt = await client().waitForTransactionReceipt({ hash, pollingInterval: 50 })
  expect(receipt.status).toBe('success')
}

describe('a batch on a real chain', () => {
  test('behavior: the first upgrades the account, and costs little more; the next one needs no upgrade', async () => {
    const { send, end, atomic, code, approver, address } = await createWallet()
    expect([await code(), await atomic()]).toEqual(['0x', { status: 'ready' }])
    const before = [await held(bob), await held(carol)]
    const first = await end(await send([transfer(bob, 1n), transfer(carol, 2n)]))
    expect([await held(bob), await held(carol)]).toEqual([(before[0] ?? 0n) + 1n, (before[1] ?? 0n) + 2n])
    expect([first.status, first.receipt.logs.length]).toEqual([200, 2])
    expect(Number(first.receipt.gasUsed)).toBeLessThanOrEqual(65_000)
    expect([await code(), await atomic()]).toEqual([delegated, { status: 'supported' }])

    const second = await end(await send([transfer(bob, 1n), transfer(carol, 2n)]))
    expect(second.status).toBe(200)
    expect(Number(second.receipt.gasUsed)).toBeLessThanOrEqual(52_000)
    const mined = await Promise.all(
      [first, second].map(({ receipt: { transactionHash: hash } }) => client().getTransaction({ hash })),
    )
    expect(mined).toMatchObject([
      { type: 'eip7702', nonce: 0, authorizationList: [{ chainId: 31337, nonce: 1 }] },
      { type: 'eip1559', nonce: 2 },
    ])
    // What was shown is what was mined.
    const nonces = approver.questions.map(({ description: { details } }) =>
      details.find(({ label }) => label === 'Nonce'),
    )
    expect(nonces).toMatchObject([{ value: '0' }, { value: '2' }])
    expect(mined.map(({ from, to, input }) => [from, to, input])).toEqual(
      approver.questions.map(({ description }) => [
        address.toLowerCase(),
        address.toLowerCase(),
        description.raw,
      ]),
    )
  })

  test('behavior: on a node that ignores other code, the upgrade comes first, in a transaction of its own', async () => {
    const { send, end, code, approver, address } = await createWallet({
      node: (chainId, method, params) =>
        rpc(chainId, method, method === 'eth_estimateGas' ? params.slice(0, 2) : params),
    })
    const before = await held(bob)
    const { status, receipt } = await end(await send([transfer(bob, 1n), transfer(carol, 2n)]))
    expect([status, await held(bob), await code()]).toEqual([200, before + 1n, delegated])
    expect(Number(receipt.gasUsed)).toBeLessThanOrEqual(52_000)
    const [first, ...more] = approver.questions.map(({ description: { title } }) => title)
    expect([first, more.length]).toEqual(['Turn on smart-account features on Local One', 1])
    expect(await client().getTransactionCount({ address })).toBe(3)
  })

  test('behavior: all or none, if one call fails after the visitor has approved', async () => {
    const wallet = await createWallet({
      async answer() {
        // Somebody else makes the second call fail.
        await rpc('', 'anvil_setCode', [target, '0x60006000fd'])
        return 'approved' as const
      },
    })
    const target = privateKeyToAccount(generatePrivateKey()).address
    await rpc('', 'anvil_setCode', [target, '0x00'])
    const before = await held(bob)
    const id = await wallet.send([transfer(bob, 5n), { to: target, data: '0x12345678' }])
    expect((await wallet.end(id)).status).toBe(500)
    expect([await held(bob), await held(wallet.address)]).toEqual([before, 1000n])
  })

  test('behavior: calls that would fail now are shown as such', async () => {
    const { send, approver, code } = await createWallet({ answer: () => 'rejected' })
    const calls = [transfer(bob, 1n), { to: chain.contracts.closedGate, data: '0x12345678' }]
    await expect(send(calls)).rejects.toMatchObject({ rpcCode: 5750 })
    const { failure, title } = approver.questions[0]?.description ?? {}
    expect([failure, title]).toEqual(['It would fail now.', 'Make 2 calls, all or none'])
    expect([approver.questions.length, await code()]).toEqual([1, '0x'])
  })

  test('error: the code of another wallet is not replaced', async () => {
    const { send, approver, address, code, atomic } = await createWallet()
    const foreign = `0xef0100${chain.contracts.guestbook.slice(2).toLowerCase()}`
    await rpc('', 'anvil_setCode', [address, foreign])
    await expect(send([transfer(bob, 1n), transfer(carol, 2n)])).rejects.toMatchObject({ rpcCode: 5760 })
    expect([approver.questions.length, await code(), await atomic()]).toEqual([0, foreign, undefined])
  })

  test('behavior: coins and calls to any contract, and to the account without data', async () => {
    const { send, end, address } = await createWallet()
    await end(await send([transfer(bob, 1n), transfer(carol, 1n)]))
    const before = await client().getBalance({ address: bob })
    const id = await send([{ to: bob, value: '0x5' }, { to: address, value: '0x1' }, transfer(carol, 3n)])
    expect((await end(id)).status).toBe(200)
    expect((await client().getBalance({ address: bob })) - before).toBe(5n)
  })

  test('behavior: signatures are 65 bytes and valid, before the upgrade and after it', async () => {
    const { ask, send, end, address } = await createWallet()
    const message = 'Sign in to the shop'
    const typed = {
      domain: { name: 'Shop', chainId: 31337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    } as const
    const domain = [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ]
    const sign = async () => {
      const data = { ...typed, types: { ...typed.types, EIP712Domain: domain } }
      return {
        plain: (await ask('personal_sign', [stringToHex(message), address])) as Hex,
        structured: (await ask('eth_signTypedData_v4', [address, data])) as Hex,
      }
    }
    const check = async ({ plain, structured }: Awaited<ReturnType<typeof sign>>) => {
      expect([size(plain), size(structured)]).toEqual([65, 65])
      expect(await client().verifyMessage({ address, message, signature: plain })).toBe(true)
      expect(await client().verifyTypedData({ ...typed, address, signature: structured })).toBe(true)
      // Signatures of others are not.
      const other = await visitor.signMessage({ message })
      expect(await client().verifyMessage({ address, message, signature: other })).toBe(false)
    }
    const before = await sign()
    await check(before)
    await end(await send([transfer(bob, 1n), transfer(carol, 1n)]))
    await check(before)
    const after = await sign()
    await check(after)
    // The account's own contract says so, too (ERC-1271).
    const accepts = (hash: Hex, signature: Hex) =>
      client().readContract({
        address,
        abi: parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']),
        functionName: 'isValidSignature',
        args: [hash, signature],
      })
    for (const { plain, structured } of [before, after]) {
      expect(await accepts(hashMessage(message), plain)).toBe('0x1626ba7e')
      expect(await accepts(hashTypedData(typed), structured)).toBe('0x1626ba7e')
    }
    expect(await accepts(hashMessage('Another text'), after.plain)).toBe('0xffffffff')
  })
})

describe('the actions of viem, on a real chain', () => {
  /** Answers like the provider of the page: requests of accounts by the wallet, others by the node. */
  async function start(script?: Parameters<typeof createScriptedApprover>[0]) {
    const wallet = await createWallet(script)
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      if (!/^(wallet_|personal_|eth_(send|sign))/.test(method))
        return rpc('', method, (params ?? []) as readonly unknown[])
      return wallet.ask(method, params).catch((error: RpcError) => {
        throw Object.assign(new Error(error.message), { code: error.rpcCode })
      })
    }
    const viem = createWalletClient({
      ...{ account: wallet.address, chain: foundry, pollingInterval: 50 },
      transport: custom({ request } as EIP1193Provider, { retryCount: 0 }),
    }).extend(publicActions)
    return { ...wallet, viem }
  }

  test('behavior: capabilities, batches, status and errors', async () => {
    let answer: 'approved' | 'rejected' = 'approved'
    const { viem } = await start({ answer: async () => answer })
    const calls = [transfer(bob, 1n), transfer(carol, 1n)]
    expect(await viem.getCapabilities({ chainId: 31337 })).toMatchObject({ atomic: { status: 'ready' } })
    answer = 'rejected'
    await expect(viem.sendCalls({ calls, forceAtomic: true })).rejects.toMatchObject({
      cause: expect.any(AtomicReadyWalletRejectedUpgradeError),
    })
    await expect(viem.sendCalls({ calls })).rejects.toMatchObject({
      cause: expect.any(UserRejectedRequestError),
    })
    answer = 'approved'
    const { id } = await viem.sendCalls({ calls, forceAtomic: true })
    const { receipts, ...status } = await viem.waitForCallsStatus({ id, throwOnFailure: true })
    expect(status).toMatchObject({
      ...{ id, version: '2.0.0', chainId: 31337, atomic: true, status: 'success', statusCode: 200 },
    })
    expect(receipts).toMatchObject([{ status: 'success', gasUsed: expect.any(BigInt) }])
    expect(receipts?.[0]?.logs).toHaveLength(2)
    expect(await viem.getCapabilities()).toMatchObject({ 31337: { atomic: { status: 'supported' } } })
    expect(await viem.sendCallsSync({ calls: calls.slice(1), id: 'viem-1' })).toMatchObject({
      ...{ id: 'viem-1', status: 'success', receipts: [{ status: 'success' }] },
    })
    await expect(viem.sendCalls({ calls, id: 'viem-1' })).rejects.toMatchObject({
      cause: expect.any(DuplicateIdError),
    })
    await expect(viem.getCallsStatus({ id: 'viem-2' })).rejects.toThrow(UnknownBundleIdError)
    // Never 5710, after which the kit would send the calls one by one, on the selected network.
    await expect(viem.sendCalls({ calls, chain: mainnet })).rejects.toMatchObject({
      cause: expect.any(InvalidParamsRpcError),
    })
    await expect(
      viem.sendCalls({ calls: Array.from({ length: 21 }, () => transfer(bob, 1n)) }),
    ).rejects.toMatchObject({ cause: expect.any(BundleTooLargeError) })
    await expect(viem.sendCalls({ calls, capabilities: { other: {} } })).rejects.toMatchObject({
      cause: expect.any(UnsupportedNonOptionalCapabilityError),
    })
  })

  test('behavior: signatures, before and after the upgrade, for the verifiers of ERC-1271 and ERC-6492', async () => {
    const { viem, address } = await start()
    const message = 'Sign in to the shop'
    const typed = {
      domain: { name: 'Shop', chainId: 31337 },
      primaryType: 'Note',
      message: { text: 'hello' },
      types: { Note: [{ name: 'text', type: 'string' }] },
    } as const
    const sign = async () => [
      { signature: await viem.signMessage({ message }), hash: hashMessage(message) },
      { signature: await viem.signTypedData(typed), hash: hashTypedData(typed) },
    ]
    const before = await sign()
    const check = async (signed: Awaited<ReturnType<typeof sign>>) => {
      const [plain, structured] = signed.map(({ signature }) => signature) as [Hex, Hex]
      expect(await viem.verifyMessage({ address, message, signature: plain })).toBe(true)
      expect(await viem.verifyTypedData({ ...typed, address, signature: structured })).toBe(true)
      for (const { signature, hash } of signed) {
        expect(await viem.verifyHash({ address, hash, signature })).toBe(true)
        expect(await viem.verifyHash({ address: visitor.address, hash, signature })).toBe(false)
        expect(await viem.verifyHash({ address, hash: hashMessage('Other'), signature })).toBe(false)
      }
    }
    await check(before)
    await viem.sendCallsSync({ calls: [transfer(bob, 1n), transfer(carol, 1n)] })
    expect(await viem.getCode({ address })).toBe(delegated)
    await check(before)
    await check(await sign())
    // What others sign is not the account's, neither plain nor wrapped.
    const hash = hashMessage(message)
    const foreign = await visitor.signMessage({ message })
    const wrapped = serializeErc6492Signature({ address: visitor.address, data: '0x', signature: foreign })
    for (const signature of [foreign, wrapped])
      expect(await viem.verifyHash({ address, hash, signature })).toBe(false)
  })
})

describe('turning smart-account features off on a real chain', () => {
  test('behavior: the code is gone, permissions are void for good, and what is turned on again works', async () => {
    const { account, address, send, end, code, atomic, turnOff, approver, ask } = await createWallet()
    await end(await send([transfer(bob, 1n), transfer(carol, 1n)]))
    const permission = await delegate(account, 0n)
    const before = await held(bob)
    await redeem(permission)
    expect(await held(bob)).toBe(before + 1n)

    const { status, gasUsed } = await turnOff()
    expect([status, await code(), await atomic()]).toEqual(['success', '0x', { status: 'ready' }])
    expect(Number(gasUsed)).toBeLessThanOrEqual(58_402)
    expect(approver.questions.at(-1)?.description).toMatchObject({
      title: 'Turn off smart-account features on Local One',
    })
    await expect(redeem(permission)).rejects.toThrow()
    await expect(turnOff()).rejects.toMatchObject({ rpcCode: -32602 })

    // It is an account like any other again, with the same key.
    const sent = await ask('eth_sendTransaction', [{ from: address, ...transfer(bob, 1n) }])
    const receipt = await client().waitForTransactionReceipt({ hash: sent as Hex, pollingInterval: 50 })
    expect([receipt.status, receipt.type]).toEqual(['success', 'eip1559'])

    // With the code back, the old permission is refused by its number, and a new one works.
    await end(await send([transfer(bob, 1n), transfer(carol, 1n)]))
    expect(await code()).toBe(delegated)
    await expect(redeem(permission)).rejects.toThrow(/NonceEnforcer:invalid-nonce/)
    await redeem(await delegate(account, 1n))
    expect((await turnOff()).status).toBe('success')
  })

  test('behavior: the code of another wallet is removed', async () => {
    const { address, code, turnOff } = await createWallet()
    await rpc('', 'anvil_setCode', [address, `0xef0100${chain.contracts.guestbook.slice(2).toLowerCase()}`])
    expect((await turnOff()).status).toBe('success')
    expect(await code()).toBe('0x')
  })
})
