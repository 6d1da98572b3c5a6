import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { type SimulateResponse, simulateResponse } from '@portico/protocol/gateway'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  parseAbi,
  publicActions,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../testing/codeOf.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { accountOf } from '../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../testing/createWalletGateway.ts'
import { startProxy } from '../../testing/startProxy.ts'
import type { SeenRequest } from '../../testing/startUpstream.ts'

const [one] = devnetManifest.chains
const { closedGate } = one.contracts
const dusd = one.tokens.find(({ symbol }) => symbol === 'DUSD')?.address as Hex
const visitor = devnetManifest.accounts[0]?.address as Hex
const other = devnetManifest.accounts[1]?.address as Hex
const spender = `0x${'5e'.repeat(20)}` as const
const { EIP7702StatelessDeleGator: delegation, DelegationManager } = delegatorContracts
const abi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function knock()',
])
const executions = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

type Call = { target: Hex; value?: bigint; callData?: Hex }

/** The calldata of a batch of which all calls succeed, or none. */
function encodeBatch(calls: readonly Call[]): Hex {
  const list = calls.map(({ target, value = 0n, callData = '0x' as Hex }) => ({ target, value, callData }))
  const mode: Hex = `0x01${'0'.repeat(62)}`
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [mode, encodeAbiParameters(executions, [list])],
  })
}
const transfer = (to: Hex, amount: bigint): Call => ({
  target: dusd,
  callData: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
})
const approve = (amount: bigint): Call => ({
  target: dusd,
  callData: encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] }),
})
const batch = encodeBatch([transfer(other, 5_000_000n), approve(7n), { target: other, value: 3n }])
const changed = {
  status: 'success',
  method: 'eth_simulateV1',
  complete: true,
  changes: [
    { direction: 'out', kind: 'native', amount: '3' },
    { direction: 'out', kind: 'erc20', token: dusd, amount: '5000000', verified: true },
  ],
  approvals: [{ kind: 'erc20', token: dusd, amount: '7', approved: true, verified: true }],
}
const unchanged = { status: 'success', changes: [], approvals: [] }

const folder = mkdtempSync(join(tmpdir(), 'gateway-delegation-'))
let devnet: Devnet
let url: string
beforeAll(async () => {
  devnet = await startChains({ dataDir: folder, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains[0]?.url ?? ''
}, 240_000)
afterAll(async () => {
  await devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a request to the node itself. */
async function askNode(method: string, params: unknown): Promise<{ result: unknown } | { error: unknown }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  return error === undefined ? { result } : { error }
}

type Simulation = { blockStateCalls: { stateOverrides?: Record<string, unknown>; calls: unknown[] }[] }

/** Answers a simulation as a node does that overrides the code of no account but contracts of the gateway. */
async function withoutOverrides({ method, params }: SeenRequest) {
  if (method !== 'eth_simulateV1') return undefined
  const [{ blockStateCalls, ...rest }, ...more] = params as [Simulation]
  const blocks = blockStateCalls.map(({ stateOverrides = {}, ...block }) => ({
    ...block,
    stateOverrides: Object.fromEntries(
      Object.entries(stateOverrides).filter(([address]) => address.startsWith('0x0000')),
    ),
  }))
  return askNode(method, [{ ...rest, blockStateCalls: blocks }, ...more])
}

async function start({ before }: { before?: Parameters<typeof startProxy>[0]['before'] } = {}) {
  const proxy = await startProxy({ url, ...(before ? { before } : {}) })
  const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] } })
  const post = async (body: object) =>
    app.request('/v1/tx/simulate?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ chainId: 'eip155:31337', from: visitor, to: visitor, data: batch, ...body }),
    })
  const simulate = async (body: object): Promise<SimulateResponse> => {
    const response = await post(body)
    const answer = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    return simulateResponse.parse(answer)
  }
  return { post, simulate, proxy }
}

describe('POST /v1/tx/simulate with delegation', () => {
  test('behavior: the changes and approvals of the whole batch', async () => {
    const { simulate } = await start()
    expect(await simulate({ delegation })).toMatchObject(changed)
    // Any spelling of the address is the same one.
    expect(await simulate({ delegation: delegation.toLowerCase() })).toMatchObject(changed)
    // What goes out and comes back within the batch is no change.
    const back = encodeBatch([approve(7n), approve(0n), { target: visitor, value: 5n }])
    expect(await simulate({ data: back, delegation })).toMatchObject(unchanged)
  })

  test('behavior: one call that reverts undoes the whole batch', async () => {
    const { simulate } = await start()
    const knock = { target: closedGate, callData: encodeFunctionData({ abi, functionName: 'knock' }) }
    expect(await simulate({ data: encodeBatch([transfer(other, 5n), knock]), delegation })).toMatchObject({
      status: 'reverted',
      complete: true,
      changes: [],
      approvals: [],
    })
  })

  test('behavior: an account that has delegated needs no override, and an override changes nothing', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const client = createWalletClient({ account, chain: anvil, transport: http(url) }).extend(publicActions)
    await askNode('anvil_setBalance', [account.address, toHex(10n ** 18n)])
    const authorization = await client.signAuthorization({ contractAddress: delegation, executor: 'self' })
    const hash = await client.sendTransaction({ to: account.address, authorizationList: [authorization] })
    await client.waitForTransactionReceipt({ hash })
    const { simulate } = await start()
    const data = encodeBatch([{ target: other, value: 3n }])
    const own = { from: account.address, to: account.address, data }
    const outcome = { status: 'success', complete: true, changes: [{ kind: 'native', amount: '3' }] }
    expect(await simulate(own)).toMatchObject(outcome)
    expect(await simulate({ ...own, delegation })).toMatchObject(outcome)
  })

  test('error: any other address is refused', async () => {
    const { post, proxy } = await start()
    const others = [
      DelegationManager,
      delegatorContracts.EntryPoint,
      visitor,
      other,
      `0x${'0'.repeat(40)}`,
      `0x${'f'.repeat(40)}`,
      `${delegation.slice(0, -1)}c`,
      `${delegation}00`,
      delegation.slice(0, -2),
      delegation.slice(2),
      `0xef0100${delegation.slice(2)}`,
      ` ${delegation}`,
      '0x',
      '',
      null,
      true,
      [delegation],
      { address: delegation },
    ]
    for (const wrong of others) {
      const response = await post({ delegation: wrong })
      expect([wrong, response.status, await response.json()]).toMatchObject([
        wrong,
        400,
        { code: 'invalid-request', errors: [{ pointer: '/delegation' }] },
      ])
    }
    expect(proxy.seen.filter(({ method }) => method === 'eth_simulateV1')).toEqual([])
  })

  test('error: an override does not leak into other simulations, nor into the chain', async () => {
    const { simulate } = await start()
    const both = Array.from({ length: 30 }, (_, index) => index % 2 === 0)
    const results = await Promise.all(both.map((isOn) => simulate(isOn ? { delegation } : {})))
    for (const [index, isOn] of both.entries())
      expect(results[index]).toMatchObject(isOn ? changed : { ...unchanged, complete: true })
    expect(results.filter(({ changes }) => changes.length > 0)).toHaveLength(15)
    // Nor does it give another account of the same simulation the code.
    const foreign = encodeBatch([{ target: other, callData: encodeBatch([transfer(visitor, 9n)]) }])
    expect(await simulate({ data: foreign, delegation })).toMatchObject(unchanged)
    expect(await askNode('eth_getCode', [visitor, 'latest'])).toEqual({ result: '0x' })
  })

  test('error: nobody but the account itself can make it execute', async () => {
    const { simulate } = await start()
    const drain = { from: other, to: visitor, data: encodeBatch([transfer(other, 5n)]) }
    expect(await simulate({ ...drain, delegation })).toMatchObject(unchanged)
    const calls = [{ to: other, data: encodeBatch([transfer(spender, 5n)]) }]
    expect(await simulate({ to: undefined, data: undefined, calls, delegation })).toMatchObject(unchanged)
  })

  test('error: a node that ignores the code says nothing, rather than that nothing happens', async () => {
    const { post, simulate } = await start({ before: withoutOverrides })
    for (let count = 0; count < 2; count++)
      expect(await codeOf(await post({ delegation }))).toBe('simulation-unavailable')
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
    expect(await simulate({ to: dusd, data })).toMatchObject({
      method: 'eth_simulateV1',
      changes: [{ amount: '5' }],
    })
  })

  test.each<[string, Awaited<ReturnType<typeof withoutOverrides>>]>([
    ['misses the method', { error: { code: -32601, message: 'the method does not exist' } }],
    ['refuses overrides', { error: { code: -32602, message: 'invalid params: stateOverrides' } }],
    [
      'calls overrides a missing method',
      { error: { code: -32000, message: 'method not supported with code' } },
    ],
    ['returns nothing', { result: null }],
    ['returns no calls', { result: [{ calls: [] }] }],
  ])('error: a node that %s', async (_, instead) => {
    const hasCode = ({ params }: SeenRequest) => JSON.stringify(params).includes('0xef0100')
    const { post, simulate } = await start({
      before: (request) => (request.method === 'eth_simulateV1' && hasCode(request) ? instead : undefined),
    })
    for (let count = 0; count < 2; count++)
      expect(await codeOf(await post({ delegation }))).toBe('simulation-unavailable')
    // Other simulations still use the method.
    expect(await simulate({ to: other, value: '0x1', data: undefined })).toMatchObject({
      method: 'eth_simulateV1',
    })
  })

  test('error: a node that answers every simulation with the proof of the code', async () => {
    const { post } = await start({
      before: ({ method }) =>
        method === 'eth_simulateV1'
          ? {
              result: [
                {
                  calls: [
                    {
                      status: '0x1',
                      returnData: `0x${'0'.repeat(24)}${DelegationManager.slice(2)}`,
                      logs: [],
                    },
                  ],
                },
              ],
            }
          : undefined,
    })
    expect(await codeOf(await post({ delegation }))).toBe('simulation-unavailable')
  })

  test('error: a node without quota is asked again', async () => {
    const { post } = await start({
      before: ({ method }) =>
        method === 'eth_simulateV1' ? { error: { code: -32005, message: 'quota exceeded' } } : undefined,
    })
    expect(await codeOf(await post({ delegation }))).toBe('upstream-unavailable')
  })

  test('error: accounts whose code cannot be overridden do not turn simulations off for others', async () => {
    const { post, simulate } = await start()
    const strange = [
      // Precompiles, the sender and the contract of the gateway’s probes, and the contracts themselves.
      ...[1, 2, 9].map((index) => `0x${index.toString().padStart(40, '0')}`),
      '0x00000000000000000000000062616c616e636500',
      delegation,
      DelegationManager,
      `0x${'e'.repeat(40)}`,
      dusd,
      closedGate,
    ]
    for (const from of strange)
      for (const to of [from, dusd]) {
        const code = await codeOf(await post({ from, to, delegation }))
        expect([from, code]).toEqual([from, expect.stringMatching(/^(200|simulation-unavailable)$/)])
      }
    expect(await simulate({ delegation })).toMatchObject(changed)
    expect(await simulate({ to: other, value: '0x1', data: undefined })).toMatchObject({ complete: true })
  })
})

describe('the local chains', () => {
  test('behavior: are listed as networks with smart accounts', async () => {
    const gateway = await createWalletGateway({ env: { SMART_ACCOUNTS: 'upgraded' }, rpcUrl: url })
    const response = await gateway.app.request('http://localhost:4401/wallet/v1/networks')
    expect(await response.json()).toEqual([
      { chainId: 'eip155:31337', implementation: delegation, feeTokens: [] },
    ])
  })

  test('behavior: a wallet delegates with two leased nonces, and what was simulated happens', async () => {
    const gateway = await createWalletGateway({ rpcUrl: url })
    const owner = await gateway.device()
    await owner.login()
    const account = accountOf((await owner.makeWallet()).address)
    const { address } = account
    const client = createWalletClient({ account, chain: anvil, transport: http(url) }).extend(publicActions)
    await askNode('anvil_setBalance', [address, toHex(10n ** 18n)])
    const lease = async (requestId: string, more = {}) =>
      owner.call('POST', '/wallet/v1/nonces', {
        body: { chainId: 'eip155:31337', address, requestId, ...more },
      })
    const data = encodeBatch([{ target: spender, value: 3n }, approve(7n)])
    const simulated = await gateway.app.request('/v1/tx/simulate?projectId=local', {
      method: 'POST',
      body: JSON.stringify({ chainId: 'eip155:31337', from: address, to: address, data, delegation }),
    })
    expect(await simulated.json()).toMatchObject({
      complete: true,
      changes: [{ kind: 'native', direction: 'out', amount: '3' }],
      approvals: [{ token: dusd, spender: getAddress(spender), amount: '7', verified: true }],
    })
    const before = await client.getBalance({ address: spender })
    const { nonce } = await (await lease('a', { count: 2 })).json()
    const authorization = await client.signAuthorization({
      contractAddress: delegation,
      chainId: anvil.id,
      nonce: nonce + 1,
    })
    // The local chains mine what arrives, and once in a while.
    await askNode('evm_setAutomine', [false])
    await askNode('evm_setIntervalMining', [0])
    try {
      const first = { to: address, data, nonce, gas: 300_000n }
      const hash = await client.sendTransaction({ ...first, authorizationList: [authorization] })
      expect(await codeOf(await lease('b'))).toBe('account-busy')
      await askNode('evm_mine', [])
      expect(await client.getTransactionReceipt({ hash })).toMatchObject({
        status: 'success',
        type: 'eip7702',
      })
      expect((await client.getBalance({ address: spender })) - before).toBe(3n)
      const allowed = { address: dusd, abi, functionName: 'allowance', args: [address, spender] } as const
      expect(await client.readContract(allowed)).toBe(7n)

      // The account has delegated: one transaction at a time, of one nonce each.
      expect(await (await lease('b')).json()).toEqual({ nonce: nonce + 2 })
      await client.sendTransaction({ to: address, data, nonce: nonce + 2, gas: 300_000n })
      expect(await codeOf(await owner.call('DELETE', '/wallet/v1/nonces/b'))).toBe('204')
      expect(await codeOf(await lease('c'))).toBe('account-busy')
      await askNode('evm_mine', [])
      expect(await (await lease('c')).json()).toEqual({ nonce: nonce + 3 })
    } finally {
      await askNode('evm_setAutomine', [true])
    }
    expect((await client.getBalance({ address: spender })) - before).toBe(6n)
  })
})
