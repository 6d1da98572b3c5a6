import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { type SimulateResponse, simulateResponse } from '@portico/protocol/gateway'
import {
  createPublicClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  maxUint256,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../chains/evm/blocks/decodeTransfers.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { burner } from '../../testing/hostileTokens.ts'
import { startProxy } from '../../testing/startProxy.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const [one] = devnetManifest.chains
const { arches, keystones, exchange, closedGate } = one.contracts
const dusd = one.tokens.find(({ symbol }) => symbol === 'DUSD')?.address as Hex
const visitor = devnetManifest.accounts[0]?.address as Hex
const other = devnetManifest.accounts[1]?.address as Hex
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function mint(address to) returns (uint256)',
  'function transferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function balanceOf(address) view returns (uint256)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function swap(address from, address to, uint256 amount, uint256 minimum) payable',
  'function quote(address from, address to, uint256 amount) view returns (uint256)',
  'function knock()',
  'function push()',
  'function climb()',
])

const folder = mkdtempSync(join(tmpdir(), 'gateway-simulate-'))
let devnet: Devnet
let url: string
let client: ReturnType<typeof createPublicClient>
beforeAll(async () => {
  devnet = await startChains({ dataDir: folder, ports: { 31337: 0, 31338: 0 } })
  url = devnet.chains[0]?.url ?? ''
  client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
}, 120_000)
afterAll(async () => {
  await devnet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A gateway in front of a node without some methods. */
async function start({ without = [] }: { without?: readonly string[] } = {}) {
  const absent = new Set(without)
  const clock = { now: Date.now() }
  const proxy = await startProxy({
    url,
    before: ({ method }) =>
      absent.has(method) ? { error: { code: -32601, message: 'the method is not here' } } : undefined,
  })
  const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [proxy.url] }, now: () => clock.now })
  const post = async (body: object) =>
    app.request('/v1/tx/simulate?projectId=local', { method: 'POST', body: JSON.stringify(body) })
  const simulate = async (call: object): Promise<SimulateResponse> => {
    const response = await post({ chainId: 'eip155:31337', from: visitor, ...call })
    const body = await response.json()
    expect(response.status, JSON.stringify(body)).toBe(200)
    return simulateResponse.parse(body)
  }
  const requestCount = (method: string) => proxy.seen.filter((request) => request.method === method).length
  return { post, simulate, requestCount, absent, clock }
}

const byV1: readonly string[] = []
const byTrace = ['eth_simulateV1']
const byCall = ['eth_simulateV1', 'debug_traceCall']

describe.each([
  ['eth_simulateV1', byV1, true],
  ['debug_traceCall', byTrace, false],
] as const)('POST /v1/tx/simulate by %s', (method, without, verified) => {
  test('behavior: a native transfer', async () => {
    const { simulate } = await start({ without })
    expect(await simulate({ to: other, value: '0xde0b6b3a7640000' })).toEqual({
      status: 'success',
      method,
      complete: true,
      changes: [
        {
          direction: 'out',
          kind: 'native',
          amount: '1000000000000000000',
          verified: true,
          name: 'Ether',
          symbol: 'ETH',
          decimals: 18,
        },
      ],
      approvals: [],
      gasUsed: '21000',
    })
  })

  test('behavior: a token, with its metadata', async () => {
    const { simulate } = await start({ without })
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5_000_000n] })
    expect(await simulate({ to: dusd, data })).toMatchObject({
      status: 'success',
      method,
      complete: true,
      changes: [
        {
          direction: 'out',
          kind: 'erc20',
          token: dusd,
          amount: '5000000',
          verified,
          symbol: 'DUSD',
          decimals: 6,
          name: 'Dev USD',
        },
      ],
      approvals: [],
    })
  })

  test('behavior: an NFT sent, one minted, and an ERC-1155 transfer', async () => {
    const { simulate } = await start({ without })
    let id = 1n
    while (
      (await client.readContract({ address: arches, abi, functionName: 'ownerOf', args: [id] })) !== visitor
    )
      id++
    const send = encodeFunctionData({ abi, functionName: 'transferFrom', args: [visitor, other, id] })
    expect((await simulate({ to: arches, data: send })).changes).toMatchObject([
      { direction: 'out', kind: 'erc721', token: arches, tokenId: id.toString(), amount: '1', verified },
    ])
    const mint = encodeFunctionData({ abi, functionName: 'mint', args: [visitor] })
    expect((await simulate({ to: arches, data: mint })).changes).toMatchObject([
      // A minted NFT has no owner before, so the owner afterwards is enough.
      { direction: 'in', kind: 'erc721', token: arches, amount: '1', verified },
    ])
    let stone = 1n
    const held = (kind: bigint) =>
      client.readContract({ address: keystones, abi, functionName: 'balanceOf', args: [visitor, kind] })
    while ((await held(stone)) === 0n) stone++
    const give = encodeFunctionData({
      abi,
      functionName: 'safeTransferFrom',
      args: [visitor, other, stone, 1n, '0x'],
    })
    expect((await simulate({ to: keystones, data: give })).changes).toMatchObject([
      { direction: 'out', kind: 'erc1155', tokenId: stone.toString(), amount: '1', verified },
    ])
  })

  test('behavior: a swap of two tokens', async () => {
    const { simulate } = await start({ without })
    const amount = 10n ** 16n
    const expected = await client.readContract({
      address: exchange,
      abi,
      functionName: 'quote',
      args: [coin, dusd, amount],
    })
    const data = encodeFunctionData({ abi, functionName: 'swap', args: [coin, dusd, amount, 0n] })
    expect(await simulate({ to: exchange, data, value: toHex(amount) })).toMatchObject({
      status: 'success',
      changes: [
        { direction: 'out', kind: 'native', amount: amount.toString() },
        { direction: 'in', kind: 'erc20', token: dusd, amount: expected.toString(), verified },
      ],
    })
  })

  test('behavior: approvals', async () => {
    const { simulate } = await start({ without })
    const approve = encodeFunctionData({ abi, functionName: 'approve', args: [exchange, maxUint256] })
    expect(await simulate({ to: dusd, data: approve })).toMatchObject({
      changes: [],
      approvals: [
        {
          kind: 'erc20',
          token: dusd,
          spender: exchange,
          amount: maxUint256.toString(),
          approved: true,
          verified,
          symbol: 'DUSD',
        },
      ],
    })
    const all = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [exchange, true] })
    expect((await simulate({ to: arches, data: all })).approvals).toMatchObject([
      { kind: 'all', token: arches, spender: exchange, approved: true, verified },
    ])
  })

  test.each([
    ['knock', /^[A-Z].*/],
    ['push', /^custom error 0x[0-9a-f]{8}$/],
    ['climb', /^execution (reverted|failed)$/],
  ] as const)('behavior: a revert: %s', async (functionName, reason) => {
    const { simulate } = await start({ without })
    const answer = await simulate({ to: closedGate, data: encodeFunctionData({ abi, functionName }) })
    expect(answer).toMatchObject({ status: 'reverted', complete: true, changes: [], approvals: [] })
    expect(answer.revertReason).toMatch(reason)
  })

  test('behavior: insufficient balance', async () => {
    const { simulate } = await start({ without })
    const answer = await simulate({ to: other, value: toHex(2n ** 100n) })
    expect(answer).toMatchObject({ status: 'reverted', changes: [] })
    expect(answer.revertReason).toMatch(/insufficient funds|execution failed/i)
  })

  test('error: a log with a false claim', async () => {
    const { simulate } = await start({ without })
    // Emits a transfer of 7 tokens to the account, but returns 0 for balances.
    const token = '0x00000000000000000000000000000000000000f1'
    await client.request({
      method: 'anvil_setCode' as never,
      params: [token, fakeToken] as never,
    })
    const data = encodePacked(
      ['bytes32', 'bytes32', 'bytes32', 'uint256'],
      [topics.transfer, pad(other), pad(visitor), 7n],
    )
    const { changes } = await simulate({ to: token, data })
    if (verified) expect(changes).toEqual([])
    else
      expect(changes).toMatchObject([{ token: expect.stringMatching(/f1$/i), amount: '7', verified: false }])
  })

  test('error: a log that imitates a native transfer', async () => {
    const { simulate } = await start({ without })
    const token = '0x00000000000000000000000000000000000000f1'
    await client.request({ method: 'anvil_setCode' as never, params: [token, fakeToken] as never })
    const data = encodePacked(
      ['bytes32', 'bytes32', 'bytes32', 'uint256'],
      [topics.transfer, pad(visitor), pad(other), 10n ** 20n],
    )
    const { changes } = await simulate({ to: token, data, value: '0x5' })
    expect(changes.filter(({ kind }) => kind === 'native')).toMatchObject([{ direction: 'out', amount: '5' }])
  })
})

/** A contract that emits the transfer in 128 bytes of calldata, and returns 0 for other calls. */
const fakeToken: Hex = '0x36608014600f5760005f5260205ff35b6020606060003760403560203560003560206000a300'

describe('POST /v1/tx/simulate', () => {
  test('behavior: a deployment, by any method that supports it', async () => {
    const { simulate } = await start()
    expect(await simulate({ data: '0x6001600055600a600060003960006000f3', value: '0x0' })).toMatchObject({
      status: 'success',
      complete: true,
      changes: [],
    })
  })

  test('behavior: later calls see the effects of earlier ones', async () => {
    const { simulate } = await start()
    const mint = encodeFunctionData({ abi, functionName: 'mint', args: [visitor] })
    const { changes } = await simulate({ to: arches, data: mint })
    const id = BigInt(changes[0]?.tokenId ?? 0)
    const send = encodeFunctionData({ abi, functionName: 'transferFrom', args: [visitor, other, id] })
    const answer = await simulate({
      calls: [
        { to: arches, data: mint },
        { to: arches, data: send },
        { to: other, value: '0x1' },
        { to: other, value: '0x2' },
      ],
    })
    expect(answer).toMatchObject({ status: 'success', complete: true })
    expect(answer.changes).toMatchObject([{ kind: 'native', direction: 'out', amount: '3' }])
    const failing = await simulate({
      calls: [
        { to: other, value: '0x1' },
        { to: closedGate, data: encodeFunctionData({ abi, functionName: 'knock' }) },
      ],
    })
    expect(failing).toMatchObject({ status: 'reverted', changes: [] })
  })

  test('error: a token that burns all gas of its probe does not affect other results', async () => {
    const { simulate } = await start()
    const token = '0x00000000000000000000000000000000000000f2'
    await client.request({ method: 'anvil_setCode' as never, params: [token, burner] as never })
    const claim = encodePacked(
      ['bytes32', 'bytes32', 'bytes32', 'uint256'],
      [topics.transfer, pad(other), pad(visitor), 7n],
    )
    const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
    const answer = await simulate({
      calls: [
        { to: token, data: claim },
        { to: dusd, data: transfer },
      ],
    })
    expect(answer).toMatchObject({ status: 'success', method: 'eth_simulateV1' })
    expect(answer.changes).toMatchObject([
      { direction: 'in', amount: '7', verified: false },
      { direction: 'out', token: dusd, amount: '5', verified: true },
    ])
  })

  test('error: several calls without upstream support', async () => {
    const { post } = await start({ without: byTrace })
    const response = await post({
      chainId: 'eip155:31337',
      from: visitor,
      calls: [{ to: other }, { to: other }],
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ code: 'simulation-unavailable' })
  })

  test('behavior: eth_call shows only success or revert, and is not complete', async () => {
    const { simulate } = await start({ without: byCall })
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [other, 5n] })
    expect(await simulate({ to: dusd, data })).toEqual({
      status: 'success',
      method: 'eth_call',
      complete: false,
      changes: [],
      approvals: [],
    })
    const knock = await simulate({ to: closedGate, data: encodeFunctionData({ abi, functionName: 'knock' }) })
    expect(knock).toMatchObject({ status: 'reverted', method: 'eth_call', complete: false })
    expect(knock.revertReason).toMatch(/^[A-Z]/)
    const push = await simulate({ to: closedGate, data: encodeFunctionData({ abi, functionName: 'push' }) })
    expect(push.revertReason).toMatch(/^custom error 0x/)
    expect(await simulate({ to: other, value: toHex(2n ** 100n) })).toMatchObject({
      status: 'reverted',
      revertReason: expect.stringMatching(/insufficient funds/i),
    })
  })

  test('behavior: tries a missing method again after ten minutes', async () => {
    const { simulate, requestCount, absent, clock } = await start({ without: byTrace })
    for (let time = 0; time < 3; time++)
      expect((await simulate({ to: other, value: '0x1' })).method).toBe('debug_traceCall')
    expect(requestCount('eth_simulateV1')).toBe(1)
    absent.clear()
    expect((await simulate({ to: other, value: '0x1' })).method).toBe('debug_traceCall')
    clock.now += 600_000
    expect((await simulate({ to: other, value: '0x1' })).method).toBe('eth_simulateV1')
  })

  test.each<[string, unknown]>([
    ['no list', {}],
    ['a list of something else', [{ calls: [1, null, 'x'] }]],
    ['too few calls', [{ calls: [] }]],
    ['null', null],
  ])('error: ignores an upstream that returns %s', async (_, result) => {
    const upstream = await startUpstream({
      behave: ({ method }) => (method === 'eth_call' ? { result: '0x' } : { result }),
    })
    const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [upstream.url] } })
    const body = JSON.stringify({ chainId: 'eip155:31337', from: visitor, to: other, value: '0x1' })
    const response = await app.request('/v1/tx/simulate?projectId=local', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ status: 'success', method: 'eth_call', complete: false })
  })

  test('error: no upstream responds', async () => {
    const upstream = await startUpstream({
      behave: () => ({ error: { code: -32005, message: 'quota exceeded' } }),
    })
    const { app } = await createTestApp({ rpcUrls: { 'eip155:31337': [upstream.url] } })
    const body = JSON.stringify({ chainId: 'eip155:31337', from: visitor, to: other })
    const response = await app.request('/v1/tx/simulate?projectId=local', { method: 'POST', body })
    expect(response.status).toBe(503)
  })

  test.each<[string, object, string]>([
    ['no account', { from: undefined }, '/from'],
    ['a number that is none', { value: '5' }, '/value'],
    ['bytes that are none', { data: '0xabc' }, '/data'],
    ['an unknown field', { gasPrice: '0x1' }, ''],
    ['neither a call nor a list', { to: undefined }, ''],
    ['both a call and a list', { calls: [{ to: other }] }, ''],
    ['a call in a list', { to: undefined, calls: [{ to: 'x' }] }, '/calls/0/to'],
    ['21 calls', { to: undefined, calls: Array(21).fill({ to: other }) }, '/calls'],
    ['an unknown chain', { chainId: 'eip155:5' }, '/chainId'],
    ['a chain that is none', { chainId: '1' }, '/chainId'],
  ])('error: %s', async (_, fields, pointer) => {
    const { post } = await start()
    const response = await post({ chainId: 'eip155:31337', from: visitor, to: other, ...fields })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ pointer }] })
  })
})
