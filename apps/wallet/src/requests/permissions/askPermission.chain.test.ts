import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { RpcError } from '@portico/protocol'
import { delegatorContracts, enforcerContracts } from '@portico/protocol/smartAccount'
import {
  createPublicClient,
  createWalletClient,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { hashTypedData } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScriptedApprover } from '../../../test/createScriptedApprover.ts'
import { createTestSigner } from '../../../test/createTestSigner.ts'
import { createRequests } from '../createRequests.ts'
import { caveatCoding } from './caveatCoding.ts'
import { delegationCoding, rootAuthority } from './delegationCoding.ts'

const [chain, other] = devnetManifest.chains
const token = chain.tokens[0]?.address ?? '0x'
const otherToken = chain.tokens[1]?.address ?? '0x'
const visitor = privateKeyToAccount(devnetManifest.accounts[0]?.privateKey ?? '0x')
const { DelegationManager, EIP7702StatelessDeleGator: implementation } = delegatorContracts
const bob = '0x1111222233334444555566667777888899990001'
const day = 86_400

let dataDir: string
let devnet: Devnet
let url: string
let otherUrl: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-permissions-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains.find(({ chainId }) => chainId === chain.chainId)?.url ?? expect.fail()
  otherUrl = devnet.chains.find(({ chainId }) => chainId === other.chainId)?.url ?? expect.fail()
}, 180_000)
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const client = (at = url) => createPublicClient({ transport: http(at) })
async function rpc(chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(chainId === other.caip2 ? otherUrl : url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await answer.json()) as {
    result?: unknown
    error?: { message: string; code: number }
  }
  if (error) throw new RpcError({ rpcCode: error.code, message: error.message })
  return result
}
async function pay(to: Hex, amount: bigint, of = token): Promise<void> {
  const wallet = createWalletClient({ account: visitor, transport: http(url) })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  const hash = await wallet.sendTransaction({ to: of, data, chain: null })
  await client().waitForTransactionReceipt({ hash, pollingInterval: 50 })
}
const held = (owner: Hex, of = token) =>
  client().readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const coins = (address: Hex, at = url) => client(at).getBalance({ address })
const now = async () => Number((await client().getBlock()).timestamp)

const managerAbi = parseAbi([
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  'function getDelegationHash((address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation) view returns (bytes32)',
])
const single = zeroHash
type Execution = { to: Hex; value?: bigint; data?: Hex }
const encodeExecution = ({ to, value = 0n, data = '0x' }: Execution) =>
  encodePacked(['address', 'uint256', 'bytes'], [to, value, data])
const transfer = (to: Hex, amount: bigint, of = token): Execution => ({
  to: of,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})

/** A key with coins for fees, which some page has. */
async function createKey(at = url): Promise<PrivateKeyAccount> {
  const key = privateKeyToAccount(generatePrivateKey())
  await rpc(at === url ? '' : other.caip2, 'anvil_setBalance', [key.address, '0xde0b6b3a7640000'])
  return key
}

/** Uses permissions, as whoever has the key. Returns whether the transaction succeeded. */
async function redeem(
  key: PrivateKeyAccount,
  context: Hex | Hex[],
  execution: Execution | Hex,
  { mode = single, at = url }: { mode?: Hex; at?: string } = {},
): Promise<boolean> {
  const contexts = Array.isArray(context) ? context : [context]
  const encoded = typeof execution === 'string' ? execution : encodeExecution(execution)
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [contexts, contexts.map(() => mode), contexts.map(() => encoded)],
  })
  const wallet = createWalletClient({ account: key, transport: http(at) })
  // Without an estimate: what would fail is sent, and fails on the chain.
  const hash = await wallet.sendTransaction({ to: DelegationManager, data, gas: 1_000_000n, chain: null })
  const receipt = await client(at).waitForTransactionReceipt({ hash, pollingInterval: 50 })
  return receipt.status === 'success'
}

/** A new account with coins and tokens, in the wallet. */
async function createWallet({
  script = {},
  isUpgraded = true,
  gatewayOf = (own) => own,
}: {
  script?: Parameters<typeof createScriptedApprover>[0]
  isUpgraded?: boolean
  /** Replaces answers of the gateway. */
  gatewayOf?: (own: (path: string, request?: object) => Promise<unknown>) => typeof own
} = {}) {
  const account = privateKeyToAccount(generatePrivateKey())
  const { address } = account
  await rpc('', 'anvil_setBalance', [address, '0x8ac7230489e80000'])
  if (isUpgraded)
    await rpc('', 'anvil_setCode', [address, `0xef0100${implementation.slice(2).toLowerCase()}`])
  await pay(address, 1000n)
  const approver = createScriptedApprover(script)
  const memory = new Map<string, unknown>()
  const stored: object[] = []
  const gateway = gatewayOf(async (path, request = {}) => {
    if (path === '/wallet/v1/networks') return [{ chainId: chain.caip2, implementation, feeTokens: [] }]
    if (path === '/wallet/v1/nonces')
      return { nonce: Number(await rpc('', 'eth_getTransactionCount', [address, 'pending'])) }
    if (path === '/wallet/v1/permissions') {
      const { body } = request as { body?: object }
      if (!body) return { permissions: stored.map((one) => ({ ...one, origin: 'https://app.example' })) }
      stored.push(body)
      return {}
    }
    throw new Error('problem')
  })
  const open = (origin = 'https://app.example', store = memory) =>
    createRequests({
      session: {
        address,
        origin,
        projectId: 'local',
        dapp: {},
        chainId: () => chain.caip2,
        solanaAddress: () => undefined,
        openSigner: async () => createTestSigner(account),
      },
      surface: { show() {}, hide() {} },
      approver,
      riskLimits: { usd: 100, share: 0.5 },
      rpc,
      now: () => clock,
      store: {
        read: async (key) => store.get(key),
        write: async (key, value) => void store.set(key, value),
      },
      gateway,
    })
  // The wallet's clock is the chain's.
  let clock = (await now()) * 1000
  const requests = open()
  let count = 0
  const id = () => `${count++}`.padStart(32, '0')
  const ask = (method: string, params: unknown) => requests.handle({ id: id(), method, params })
  const grant = async (to: Hex, permission: object, rules: object[] = []) => {
    clock = (await now()) * 1000
    const expiry = { type: 'expiry', data: { timestamp: clock / 1000 + day } }
    const [answer] = (await ask('wallet_requestExecutionPermissions', [
      { chainId: '0x7a69', to, permission, rules: [expiry, ...rules] },
    ])) as { context: Hex }[]
    return answer ?? expect.fail()
  }
  return {
    ...{ account, address, approver, memory, stored, requests, open, ask, grant, id },
    setClock: (ms: number) => {
      clock = ms
    },
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`
const coin = (allowance: bigint) => ({ type: 'native-token-transfer', data: { allowance: hex(allowance) } })
const tokens = (allowance: bigint) => ({
  type: 'erc20-token-transfer',
  data: { address: token, allowance: hex(allowance) },
})

/** Signs a delegation with any caveats, as the account's owner could with other tools. */
async function signByHand(
  account: PrivateKeyAccount,
  delegate: Hex,
  caveats: { enforcer: Hex; terms: Hex }[],
  authority: Hex = rootAuthority,
): Promise<{ hash: Hex; encoded: object }> {
  const message = { delegate, delegator: account.address, authority, caveats, salt: 1n }
  const signature = await account.signTypedData({ ...typedData, message })
  const withArgs = { ...message, caveats: caveats.map((one) => ({ ...one, args: '0x' as Hex })), signature }
  const hash = await client().readContract({
    address: DelegationManager,
    abi: managerAbi,
    functionName: 'getDelegationHash',
    args: [withArgs],
  })
  return { hash, encoded: withArgs }
}
const typedData = {
  domain: { name: 'DelegationManager', version: '1', chainId: 31337, verifyingContract: DelegationManager },
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
} as const
const [{ inputs: hashInputs }] = [managerAbi[1]]
const encodeChain = (chain: object[]) =>
  encodeAbiParameters([{ ...hashInputs[0], type: 'tuple[]' }], [chain as never])
const decodeChain = (context: Hex) =>
  decodeAbiParameters([{ ...hashInputs[0], type: 'tuple[]' }], context)[0] as unknown as {
    delegate: Hex
    delegator: Hex
    authority: Hex
    caveats: { enforcer: Hex; terms: Hex; args: Hex }[]
    salt: bigint
    signature: Hex
  }[]

describe('a permission on a real chain', () => {
  test('behavior: granted, used within its limit, revoked', async () => {
    const { grant, ask, address, approver } = await createWallet()
    const key = await createKey()
    const answer = await grant(key.address, coin(100n))
    expect(answer).toMatchObject({
      from: address,
      to: key.address,
      dependencies: [],
      delegationManager: DelegationManager,
    })
    const before = await coins(bob)
    expect(await redeem(key, answer.context, { to: bob, value: 60n })).toBe(true)
    expect(await redeem(key, answer.context, { to: bob, value: 41n })).toBe(false)
    expect(await redeem(key, answer.context, { to: bob, value: 40n })).toBe(true)
    expect((await coins(bob)) - before).toBe(100n)
    expect(await ask('wallet_revokeExecutionPermission', [{ permissionContext: answer.context }])).toEqual({})
    expect(await redeem(key, answer.context, { to: bob, value: 0n })).toBe(false)
    expect(approver.questions.map(({ description: { name } }) => name)).toEqual(['permission', 'transaction'])
    const { title, facts } = approver.questions[1]?.description ?? expect.fail()
    expect([title, facts[0]?.value]).toEqual([
      'Revoke a permission',
      'the permission to send 0.0000000000000001 ETH in total',
    ])
    // Revoking it again asks nothing.
    expect(await ask('wallet_revokePermissions', [{ permissionContext: answer.context }])).toEqual({})
    expect(approver.questions).toHaveLength(2)
  })

  test('behavior: hash and digest are those of the contract and of EIP-712', async () => {
    const { grant, stored, address } = await createWallet()
    const key = await createKey()
    const { context } = await grant(key.address, tokens(5n))
    const [signed, ...more] = decodeChain(context)
    if (!signed || more.length > 0) return expect.fail()
    const delegation = delegationCoding.decodeContext(context) ?? expect.fail()
    const read = { address: DelegationManager, abi: managerAbi, functionName: 'getDelegationHash' } as const
    expect(delegationCoding.hash(delegation)).toBe(await client().readContract({ ...read, args: [signed] }))
    expect(stored).toMatchObject([{ hash: delegationCoding.hash(delegation), chainId: chain.caip2 }])
    expect(delegationCoding.digest(delegation, 31337)).toBe(hashTypedData({ ...typedData, message: signed }))
    expect(caveatCoding.read(delegation.delegate, delegation.caveats)?.terms.allowed).toEqual({
      kind: 'token',
      token,
      amount: 5n,
    })
    expect(delegation.delegator).toBe(address)
    // The gateway gets no signature.
    expect(JSON.stringify(stored)).not.toContain(signed.signature.slice(2))
  })

  test('behavior: the account is upgraded first, with a transaction that is approved for itself', async () => {
    const { grant, address, approver } = await createWallet({ isUpgraded: false })
    const key = await createKey()
    const { context } = await grant(key.address, coin(100n))
    expect(await rpc('', 'eth_getCode', [address, 'latest'])).toBe(
      `0xef0100${implementation.slice(2).toLowerCase()}`,
    )
    expect(await redeem(key, context, { to: bob, value: 100n })).toBe(true)
    expect(approver.questions.map(({ description: { title } }) => title)).toEqual([
      'Let another account spend your ETH',
      'Turn on smart-account features on Local One',
    ])
    const [{ description }] = approver.questions as [(typeof approver.questions)[number]]
    expect(description.warnings.at(-1)?.text).toContain('First turns on smart-account features')
  })

  test('error: without the upgrade, nothing is signed, and a delegation of a plain account is worth nothing', async () => {
    const { ask, account, stored, address } = await createWallet({
      isUpgraded: false,
      script: {
        answer: ({ description: { name } }) => (name === 'permission' ? 'approved' : 'rejected'),
      },
    })
    const key = await createKey()
    const at = await now()
    const request = { chainId: '0x7a69', to: key.address, permission: coin(1n) }
    const rules = [{ type: 'expiry', data: { timestamp: at + 3600 } }]
    await expect(ask('wallet_requestExecutionPermissions', [{ ...request, rules }])).rejects.toMatchObject({
      rpcCode: 4001,
    })
    expect([stored, await rpc('', 'eth_getCode', [address, 'latest'])]).toEqual([[], '0x'])
    // Nobody can use what a plain account signs, and a page cannot get it signed as a message either.
    const { encoded } = await signByHand(account, key.address, [])
    expect(await redeem(key, encodeChain([encoded]), { to: bob, value: 1n })).toBe(false)
    const message = {
      delegate: key.address,
      delegator: address,
      authority: rootAuthority,
      caveats: [],
      salt: '1',
    }
    for (const changed of [
      typedData,
      { ...typedData, domain: { ...typedData.domain, verifyingContract: bob } },
    ])
      await expect(
        ask('eth_signTypedData_v4', [address, JSON.stringify({ ...changed, message })]),
      ).rejects.toMatchObject({ rpcCode: -32602 })
  })

  test('error: a permission to send coins moves no tokens, though its enforcer alone would let it', async () => {
    const { grant, account, address } = await createWallet()
    const key = await createKey()
    const theft = transfer(key.address, 1000n)
    const { context } = await grant(key.address, coin(100n))
    expect(await redeem(key, context, theft)).toBe(false)
    expect(await held(address)).toBe(1000n)
    const amount = {
      enforcer: enforcerContracts.NativeTokenTransferAmountEnforcer,
      terms: `0x${'0'.repeat(64)}` as const,
    }
    const { encoded } = await signByHand(account, key.address, [amount])
    expect(await redeem(key, encodeChain([encoded]), theft)).toBe(true)
    expect(await held(address)).toBe(0n)
  })

  test('error: a permission for a token does nothing else with it, with other tokens or with coins', async () => {
    const { grant, address } = await createWallet()
    const key = await createKey()
    await pay(address, 1000n, otherToken)
    const { context } = await grant(key.address, tokens(100n))
    const call = (functionName: 'approve' | 'transferFrom', ...args: readonly unknown[]): Execution => ({
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName, args: args as never }),
    })
    const attacks: (Execution | Hex)[] = [
      transfer(key.address, 101n),
      transfer(key.address, 2n ** 256n - 1n),
      transfer(key.address, 1n, otherToken),
      call('approve', key.address, 100n),
      call('transferFrom', address, key.address, 1n),
      { ...transfer(key.address, 1n), value: 1n },
      { to: key.address, value: 1n },
      { to: address, data: transfer(key.address, 1n).data ?? '0x' },
      { ...transfer(key.address, 1n), data: `${transfer(key.address, 1n).data ?? '0x'}00` },
      encodeExecution(transfer(key.address, 1n)).slice(0, -2) as Hex,
    ]
    for (const attack of attacks)
      expect([attack, await redeem(key, context, attack)]).toEqual([attack, false])
    expect([await held(address), await held(address, otherToken)]).toEqual([1000n, 1000n])
    expect(await redeem(key, context, transfer(bob, 100n))).toBe(true)
    expect(await redeem(key, context, transfer(bob, 1n))).toBe(false)
  })

  test('error: other modes, several contexts, wider terms, other redeemers and redelegation gain nothing', async () => {
    const { grant, address, account } = await createWallet()
    const [key, mallory] = [await createKey(), await createKey()]
    const { context } = await grant(key.address, coin(100n))
    const [signed] = decodeChain(context)
    if (!signed) return expect.fail()
    const send = { to: mallory.address, value: 60n }
    const before = await coins(address)
    // Batch, try, and delegatecall.
    for (const mode of [
      `0x01${'0'.repeat(62)}`,
      `0x0001${'0'.repeat(60)}`,
      `0x0101${'0'.repeat(60)}`,
      `0xff${'0'.repeat(62)}`,
    ] as Hex[])
      expect([mode, await redeem(key, context, send, { mode })]).toEqual([mode, false])
    const batch = encodeAbiParameters(
      [{ type: 'tuple[]', components: [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] }],
      [
        [
          [mallory.address, 60n, '0x'],
          [mallory.address, 60n, '0x'],
        ] as never,
      ],
    )
    expect(await redeem(key, context, batch, { mode: `0x01${'0'.repeat(62)}` })).toBe(false)
    // Twice in one call is twice the amount.
    expect(await redeem(key, [context, context], send)).toBe(false)
    expect(await redeem(mallory, context, send)).toBe(false)
    const change = (more: object) => encodeChain([{ ...signed, ...more }])
    const wider = signed.caveats.map((one, index) =>
      index === 0 ? { ...one, terms: `0x${'0'.repeat(48)}${'f'.repeat(16)}` } : one,
    )
    for (const more of [
      { caveats: wider },
      { caveats: [] },
      { caveats: signed.caveats.slice(1) },
      { salt: signed.salt + 1n },
      { delegate: mallory.address },
      { delegate: '0x0000000000000000000000000000000000000a11' },
      { authority: zeroHash },
      { signature: '0x' },
      { signature: `0x${'00'.repeat(65)}` },
      { signature: await key.signTypedData({ ...typedData, message: signed }) },
    ])
      expect([more, await redeem(key, change(more), { to: mallory.address, value: 101n })]).toEqual([
        more,
        false,
      ])
    // Nobody who has no key of the account signs for it, and the key signs only for itself.
    expect(await redeem(mallory, change({ delegate: mallory.address }), send)).toBe(false)
    // The key passes it on (ERC-7710): what the key could do, but nobody else.
    const root = delegationCoding.hash(delegationCoding.decodeContext(context) ?? expect.fail())
    const { encoded } = await signByHand(key, mallory.address, [], root)
    expect(await redeem(mallory, encodeChain([encoded, signed]), send)).toBe(false)
    expect(await redeem(key, encodeChain([encoded, signed]), send)).toBe(false)
    // Without the caveat that names the redeemer, others could use it within its limits.
    const isRedeemer = ({ enforcer }: { enforcer: Hex }) => enforcer === enforcerContracts.RedeemerEnforcer
    const loose = await signByHand(
      account,
      key.address,
      signed.caveats.filter((one) => !isRedeemer(one)),
    )
    const passedOn = await signByHand(key, mallory.address, [], loose.hash)
    const one = { to: mallory.address, value: 1n }
    expect(await redeem(mallory, encodeChain([passedOn.encoded, loose.encoded]), one)).toBe(true)
    // `args` is not signed, and no enforcer reads it: the limits stay.
    const garbage = change({
      caveats: signed.caveats.map((one) => ({ ...one, args: `0x${'ff'.repeat(64)}` })),
    })
    expect(await redeem(key, garbage, { to: mallory.address, value: 101n })).toBe(false)
    expect(await coins(address)).toBe(before - 1n)
    expect(await redeem(key, garbage, send)).toBe(true)
    expect(await redeem(key, context, send)).toBe(false)
    expect(account.address).toBe(address)
  })

  test('error: not on the other network, where the account has the same code', async () => {
    const { grant, address } = await createWallet()
    const key = await createKey(otherUrl)
    const { context } = await grant(key.address, coin(100n))
    await rpc(other.caip2, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
    await rpc(other.caip2, 'anvil_setCode', [address, `0xef0100${implementation.slice(2).toLowerCase()}`])
    expect(await redeem(key, context, { to: bob, value: 1n }, { at: otherUrl })).toBe(false)
    await rpc('', 'anvil_setBalance', [key.address, '0xde0b6b3a7640000'])
    expect(await redeem(key, context, { to: bob, value: 1n })).toBe(true)
  })

  test('behavior: "Revoke all" ends all of them, and turning off does too, also once it is on again', async () => {
    const { grant, requests, ask, id, address } = await createWallet()
    const key = await createKey()
    const all = [await grant(key.address, coin(100n)), await grant(key.address, tokens(100n))]
    const use = async () => [
      await redeem(key, all[0]?.context ?? '0x', { to: bob, value: 1n }),
      await redeem(key, all[1]?.context ?? '0x', transfer(bob, 1n)),
    ]
    expect(await use()).toEqual([true, true])
    const states = async () => (await requests.listPermissions()).map(({ state }) => state)
    expect(await states()).toEqual(['active', 'active'])
    const hash = await requests.revokeAllPermissions({ id: id(), chainId: chain.caip2 })
    await client().waitForTransactionReceipt({ hash, pollingInterval: 50 })
    expect([await use(), await states()]).toEqual([
      [false, false],
      ['revoked', 'revoked'],
    ])
    const { context } = await grant(key.address, coin(100n))
    expect(await redeem(key, context, { to: bob, value: 1n })).toBe(true)
    const off = await requests.turnOffSmartAccount({ id: id(), chainId: chain.caip2 })
    await client().waitForTransactionReceipt({ hash: off, pollingInterval: 50 })
    expect(await redeem(key, context, { to: bob, value: 1n })).toBe(false)
    await rpc('', 'anvil_setCode', [address, `0xef0100${implementation.slice(2).toLowerCase()}`])
    expect(await redeem(key, context, { to: bob, value: 1n })).toBe(false)
    // A page cannot enable one again.
    await expect(
      ask('eth_sendTransaction', [{ from: address, to: DelegationManager, data: '0x12345678' }]),
    ).rejects.toMatchObject({ rpcCode: -32602 })
  })

  test('behavior: calls of the named functions at the named contracts, as often as allowed', async () => {
    const { grant, address, requests, id } = await createWallet()
    const key = await createKey()
    const { guestbook } = chain.contracts
    const abi = parseAbi(['function sign(string message)', 'function other(string message)'])
    const sign = (functionName: 'sign' | 'other'): Execution => ({
      to: guestbook,
      data: encodeFunctionData({ abi, functionName, args: ['hello'] }),
    })
    const permission = { type: 'contract-call', data: { address: guestbook, calls: ['sign(string)'] } }
    const { context } = await grant(key.address, permission, [{ type: 'call-limit', data: { count: 2 } }])
    for (const attack of [
      sign('other'),
      { ...sign('sign'), value: 1n },
      { ...sign('sign'), to: token },
      { ...sign('sign'), to: address },
      { to: guestbook },
      transfer(bob, 1n),
    ])
      expect([attack, await redeem(key, context, attack)]).toEqual([attack, false])
    expect(await redeem(key, context, sign('sign'))).toBe(true)
    const [listed] = await requests.listPermissions()
    expect(listed).toMatchObject({ kind: 'contract', calls: 2, targets: [guestbook], state: 'active' })
    expect(await redeem(key, context, sign('sign'))).toBe(true)
    expect(await redeem(key, context, sign('sign'))).toBe(false)
    const hash = await requests.revokePermission({ id: id(), hash: listed?.id ?? '' })
    expect((await client().waitForTransactionReceipt({ hash, pollingInterval: 50 })).status).toBe('success')
    expect((await requests.listPermissions())[0]?.state).toBe('revoked')
  })

  // Last: it moves the clock of the chain.
  test('behavior: an amount for each period, until the end that the visitor has chosen', async () => {
    const { grant, requests, setClock } = await createWallet({
      script: {
        answer({ description: { limits } }) {
          const end = limits?.until.choices.at(-1)?.at ?? 0
          return { approved: { amount: '40', until: end } }
        },
      },
    })
    const key = await createKey()
    const data = { periodAmount: hex(100n), periodDuration: 600 }
    const inCoins = await grant(key.address, { type: 'native-token-periodic', data })
    const inTokens = await grant(key.address, {
      type: 'erc20-token-periodic',
      data: { ...data, tokenAddress: token },
    })
    expect(inTokens).toMatchObject({ permission: { data: { periodAmount: '0x28' } } })
    const use = async (amount: bigint) => [
      await redeem(key, inCoins.context, { to: bob, value: amount }),
      await redeem(key, inTokens.context, transfer(bob, amount)),
    ]
    expect(await use(41n)).toEqual([false, false])
    expect(await use(40n)).toEqual([true, true])
    expect(await use(1n)).toEqual([false, false])
    await rpc('', 'evm_increaseTime', [600])
    expect(await use(40n)).toEqual([true, true])
    expect(await use(1n)).toEqual([false, false])
    // The visitor chose one hour of the day that was asked for.
    await rpc('', 'evm_increaseTime', [3600])
    expect(await use(1n)).toEqual([false, false])
    setClock((await now()) * 1000)
    expect((await requests.listPermissions()).map(({ state }) => state)).toEqual(['expired', 'expired'])
  })
})
