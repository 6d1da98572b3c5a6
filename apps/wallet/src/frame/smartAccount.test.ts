import { parseFrameReply } from '@portico/protocol/frame'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFrameHost } from '../../test/createFrameHost.ts'
import { testSolanaAddress } from '../../test/createTestSigner.ts'
import { type FramePort, serveRequests } from './serveRequests.ts'

type Reply = { id: string; type: string; payload: Record<string, unknown> }
const { EIP7702StatelessDeleGator: implementation } = delegatorContracts
const own = `0xef0100${implementation.slice(2).toLowerCase()}`
const foreign = `0xef0100${'11'.repeat(20)}`
const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const network = (id: number) => ({ chainId: `eip155:${id}`, implementation })
const never = () => new Promise<never>(() => {})

let last = 0

async function open(options: Parameters<typeof createFrameHost>[0] = {}) {
  const host = createFrameHost(options)
  const port: FramePort = { onmessage: null, postMessage: (message) => receive(message as Reply) }
  const waiting = new Map<string, (reply: Reply) => void>()
  let time = 0
  serveRequests({ port, handlers: host.handlers, now: () => time })

  function receive(reply: Reply) {
    waiting.get(reply.id)?.(reply)
  }

  function ask(type: string, payload?: unknown): Promise<Reply> {
    time += 1000
    const id = (last++).toString(16).padStart(32, '0')
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      port.onmessage?.({ data: { id, type, ...(payload === undefined ? {} : { payload }) } } as MessageEvent)
    })
  }

  async function logIn() {
    await ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    await ask('CONNECT_DEVICE')
    await ask('CONNECT_OTP')
  }
  return { ...host, ask, logIn }
}

/** Opens a frame in which a visitor is logged in. */
async function openLoggedIn(options: Parameters<typeof createFrameHost>[0] = {}) {
  const frame = await open(options)
  await frame.logIn()
  return frame
}

afterEach(() => void vi.useRealTimers())

describe('smartAccountHandlers', () => {
  test('behavior: the address has both types where there are smart accounts, the preferred one first', async () => {
    const { ask, address } = await openLoggedIn({
      networks: async () => [network(8453)],
      node: async () => own,
    })
    const smart = { address, type: 'smartAccount' }
    const eoa = { address, type: 'eoa' }
    const user = await ask('GET_USER', { chainId: 8453 })
    expect(parseFrameReply(user, 'GET_USER').ok).toBe(true)
    expect(user.payload).toMatchObject({
      address,
      accounts: [smart, eoa],
      solanaAccounts: [{ address: testSolanaAddress, type: 'eoa' }],
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: true,
    })
    const preferred = { chainId: 8453, preferredAccountType: 'eoa' }
    expect((await ask('GET_USER', preferred)).payload).toMatchObject({
      accounts: [eoa, smart],
      preferredAccountType: 'eoa',
      smartAccountDeployed: true,
    })
    const other = (await ask('GET_USER', { chainId: 1 })).payload
    expect(other).toMatchObject({ accounts: [eoa], preferredAccountType: 'eoa' })
    expect(other).not.toHaveProperty('smartAccountDeployed')
    expect((await ask('GET_USER', { chainId: solanaDevnet })).payload).toMatchObject({
      accounts: [{ address: testSolanaAddress, type: 'eoa' }],
      preferredAccountType: 'eoa',
    })
  })

  test('behavior: the type that was set is stored, and is used whatever the page prefers later', async () => {
    const stored = new Map()
    const options = { stored, networks: async () => [network(1)], node: async () => '0x' }
    const first = await openLoggedIn(options)
    const { address } = first
    for (const [wanted, type] of [
      ['smart_account', 'smartAccount'],
      ['eoa', 'eoa'],
    ])
      expect((await first.ask('SET_PREFERRED_ACCOUNT', { type: wanted })).payload).toEqual({ type, address })
    const later = await openLoggedIn(options)
    expect(
      (await later.ask('GET_USER', { chainId: 1, preferredAccountType: 'smartAccount' })).payload,
    ).toMatchObject({ preferredAccountType: 'eoa', smartAccountDeployed: false })
    expect([...stored.entries()]).toContainEqual([
      `account type ${address.toLowerCase()} http://localhost:4400`,
      'eoa',
    ])
  })

  test('behavior: on a network without smart accounts the type is eoa, and the preference survives', async () => {
    const { ask } = await openLoggedIn({ networks: async () => [network(8453)], node: async () => '0x' })
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).payload).toMatchObject({
      type: 'eoa',
    })
    expect((await ask('SWITCH_NETWORK', { chainId: 8453 })).payload).toEqual({
      chainId: 'eip155:8453',
      accountType: 'smartAccount',
      isDeployed: false,
    })
    expect((await ask('SWITCH_NETWORK', { chainId: 1 })).payload).toEqual({
      chainId: 'eip155:1',
      accountType: 'eoa',
    })
    expect((await ask('SWITCH_NETWORK', { chainId: solanaDevnet })).payload).toEqual({
      chainId: solanaDevnet,
    })
  })

  test('behavior: an account with the code of another wallet is an EOA', async () => {
    const { ask, address } = await openLoggedIn({
      networks: async () => [network(1)],
      node: async () => foreign,
    })
    expect((await ask('GET_USER', { chainId: 1 })).payload).toMatchObject({
      accounts: [{ address, type: 'eoa' }],
      smartAccountDeployed: false,
    })
  })

  test('behavior: the type eoa has no capabilities and no batches', async () => {
    const { ask, address, counts } = await openLoggedIn({
      networks: async () => [network(1)],
      node: async () => '0x',
      decide: async () => 'approved',
    })
    const send = (atomicRequired: boolean) => {
      const calls = [{ to: `0x${'22'.repeat(20)}` }, { to: `0x${'33'.repeat(20)}` }]
      const params = [{ version: '2.0.0', chainId: '0x1', atomicRequired, calls }]
      return ask('RPC_REQUEST', { method: 'wallet_sendCalls', params })
    }
    const capabilities = { method: 'wallet_getCapabilities', params: [address] }
    expect((await ask('RPC_REQUEST', capabilities)).payload).toMatchObject({
      '0x1': { atomic: { status: 'ready' } },
    })
    await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })
    expect((await ask('RPC_REQUEST', capabilities)).payload).toEqual({})
    expect((await send(true)).payload).toMatchObject({ code: 5760 })
    expect((await send(false)).payload).toMatchObject({ code: 5710 })
    expect(counts).toMatchObject({ approved: 0, signed: 0 })
  })

  test('behavior: the networks, and the state of the account on each', async () => {
    const codes: Record<string, string> = { 'eip155:1': own, 'eip155:10': '0x', 'eip155:56': foreign }
    const { ask, address } = await openLoggedIn({
      networks: async () => [
        ...[1, 10, 56, 8453].map(network),
        { chainId: 'eip155:100', implementation: address },
        { chainId: 'eip155:1e3', implementation },
        { chainId: solanaDevnet, implementation },
      ],
      async node(_, chainId) {
        const code = codes[chainId]
        if (code === undefined) throw new Error('unreachable')
        return code
      },
    })
    expect((await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({
      smartAccountEnabledNetworks: [1, 10, 56, 8453],
    })
    expect((await ask('GET_SMART_ACCOUNTS')).payload).toEqual({
      networks: [
        { chainId: 1, state: 'on' },
        { chainId: 10, state: 'off' },
        { chainId: 56, state: 'foreign' },
        { chainId: 8453, state: 'unknown' },
      ],
    })
    expect((await ask('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: true })
    await ask('SWITCH_NETWORK', { chainId: 10 })
    expect((await ask('INIT_SMART_ACCOUNT')).payload).toEqual({ address, isDeployed: false })
    await ask('SWITCH_NETWORK', { chainId: 100 })
    expect((await ask('INIT_SMART_ACCOUNT')).payload).toMatchObject({ code: 4200 })
  })

  test('behavior: turns off on any network, with one approval, and the page gets the hash', async () => {
    const answers: Record<string, unknown> = {
      eth_getCode: own,
      eth_getBlockByNumber: { baseFeePerGas: '0x1' },
      eth_maxPriorityFeePerGas: '0x1',
      eth_estimateGas: '0xb400',
      eth_getTransactionCount: '0x1',
    }
    const asked: [string, string][] = []
    let decision: 'approved' | 'rejected' = 'rejected'
    const { ask, counts } = await openLoggedIn({
      async node(method, chainId) {
        asked.push([method, chainId])
        return answers[method] ?? null
      },
      decide: async () => decision,
    })
    const request = { chainId: 8453 }
    expect((await ask('TURN_OFF_SMART_ACCOUNT', request)).payload).toMatchObject({ code: 4001 })
    expect(counts).toMatchObject({ approved: 0, signed: 0 })
    decision = 'approved'
    const reply = await ask('TURN_OFF_SMART_ACCOUNT', request)
    expect(parseFrameReply(reply, 'TURN_OFF_SMART_ACCOUNT')).toMatchObject({
      ok: true,
      value: { result: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } },
    })
    // The authorization, and the transaction.
    expect(counts).toMatchObject({ approved: 1, signed: 2 })
    expect(asked.filter(([method]) => method === 'eth_sendRawTransaction')).toEqual([
      ['eth_sendRawTransaction', 'eip155:8453'],
    ])
    expect((await ask('GET_CHAIN_ID')).payload).toEqual({ chainId: 'eip155:1' })
  })

  test('error: a gateway that does not answer keeps no page from its account', async () => {
    for (const networks of [never, () => Promise.reject(new Error('unreachable')), async () => 'nothing']) {
      vi.useFakeTimers()
      const { ask, address } = await openLoggedIn({ networks })
      const soon = async (type: string, payload?: unknown) => {
        const reply = ask(type, payload)
        await vi.advanceTimersByTimeAsync(3000)
        return Promise.race([reply, Promise.resolve(undefined)])
      }
      const user = await soon('GET_USER', { chainId: 1 })
      expect(user?.payload).toMatchObject({
        accounts: [{ address, type: 'eoa' }],
        preferredAccountType: 'eoa',
      })
      expect(user?.payload).not.toHaveProperty('smartAccountDeployed')
      expect((await soon('SWITCH_NETWORK', { chainId: 10 }))?.payload).toEqual({ chainId: 'eip155:10' })
      expect((await soon('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' }))?.payload).toEqual({
        type: 'smartAccount',
        address,
      })
      for (const type of ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'GET_SMART_ACCOUNTS', 'INIT_SMART_ACCOUNT'])
        expect((await soon(type))?.payload).toMatchObject({ code: -32603 })
    }
  })

  test('error: a node that does not answer leaves the state open', async () => {
    vi.useFakeTimers()
    const { ask, address } = await openLoggedIn({
      networks: async () => [network(1), network(10)],
      node: never,
    })
    const soon = async (type: string, payload?: unknown) => {
      const reply = ask(type, payload)
      await vi.advanceTimersByTimeAsync(5000)
      return Promise.race([reply, Promise.resolve(undefined)])
    }
    const user = await soon('GET_USER', { chainId: 1 })
    expect(user?.payload).toMatchObject({
      accounts: [
        { address, type: 'smartAccount' },
        { address, type: 'eoa' },
      ],
    })
    expect(user?.payload).not.toHaveProperty('smartAccountDeployed')
    expect((await soon('GET_SMART_ACCOUNTS'))?.payload).toEqual({
      networks: [
        { chainId: 1, state: 'unknown' },
        { chainId: 10, state: 'unknown' },
      ],
    })
  })

  test('error: a page that is not connected learns nothing, and an unknown type is refused', async () => {
    const frame = await open({ networks: async () => [network(1)], node: async () => own })
    const { ask } = frame
    const types = ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'GET_SMART_ACCOUNTS', 'INIT_SMART_ACCOUNT']
    for (const type of types) expect((await ask(type)).payload).toMatchObject({ code: 4100 })
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'eoa' })).payload).toMatchObject({ code: 4100 })
    expect((await ask('TURN_OFF_SMART_ACCOUNT', { chainId: 1 })).payload).toMatchObject({ code: 4100 })
    expect((await ask('GET_PERMISSIONS')).payload).toMatchObject({ code: 4100 })
    const id = `0x${'1'.repeat(64)}`
    expect((await ask('REVOKE_PERMISSION', { id })).payload).toMatchObject({ code: 4100 })
    expect((await ask('REVOKE_ALL_PERMISSIONS', { chainId: 1 })).payload).toMatchObject({ code: 4100 })
    expect((await ask('SWITCH_NETWORK', { chainId: 1 })).payload).toEqual({ chainId: 'eip155:1' })
    await frame.logIn()
    expect((await ask('GET_PERMISSIONS')).payload).toEqual({ permissions: [] })
    expect((await ask('REVOKE_PERMISSION', { id })).payload).toMatchObject({ code: -32602 })
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'multisig' })).payload).toMatchObject({ code: -32602 })
    expect([...frame.stored.keys()]).not.toContainEqual(expect.stringContaining('account type'))
  })
})
