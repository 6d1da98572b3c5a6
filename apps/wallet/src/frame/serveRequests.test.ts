import { RpcError } from '@portico/protocol'
import { frameLimits, parseFrameReply } from '@portico/protocol/frame'
import { describe, expect, test, vi } from 'vitest'
import { createFrameHost } from '../../test/createFrameHost.ts'
import { testSolanaAddress } from '../../test/createTestSigner.ts'
import { type FramePort, serveRequests } from './serveRequests.ts'

type Reply = { id: string; type: string; payload: { message?: string; code?: number; reason?: string } }

const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

let last = 0
const newId = () => (last++).toString(16).padStart(32, '0')

function open(options: Parameters<typeof createFrameHost>[0] = {}) {
  const replies: Reply[] = []
  const port: FramePort = { onmessage: null, postMessage: (message) => void replies.push(message as Reply) }
  const host = createFrameHost(options)
  let time = 0
  const log = vi.fn()
  const stop = serveRequests({ port, handlers: host.handlers, now: () => time, log })
  const send = (data: unknown) => port.onmessage?.({ data } as MessageEvent)
  return {
    ...host,
    replies,
    log,
    send,
    stop,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    async ask(type: string, payload?: unknown): Promise<Reply> {
      time += 1000
      const id = newId()
      send({ id, type, ...(payload === undefined ? {} : { payload }) })
      return vi.waitFor(() => replies.find((reply) => reply.id === id) ?? Promise.reject(new Error(type)))
    },
  }
}

async function logIn({ ask }: ReturnType<typeof open>) {
  await ask('CONNECT_EMAIL', { email: 'ada@example.org' })
  await ask('CONNECT_DEVICE')
  return ask('CONNECT_OTP')
}

describe('serveRequests', () => {
  test('behavior: log in, sign, sign out', async () => {
    const frame = open({ decide: async () => 'approved' })
    const { ask, events, counts } = frame
    expect((await ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
    expect((await ask('CONNECT_EMAIL', { email: 'ada@example.org' })).payload).toEqual({
      action: 'VERIFY_DEVICE',
      matchCode: '42',
    })
    expect((await ask('CONNECT_DEVICE')).payload).toEqual({ status: 'approved' })
    expect((await ask('CONNECT_OTP')).type).toBe('CONNECT_OTP_SUCCESS')
    expect(events).toMatchObject([
      { type: 'MAIL_SENT' },
      { type: 'MAIL_SENT' },
      { type: 'SESSION_UPDATE', payload: { token: expect.any(String) } },
    ])
    const user = await ask('GET_USER', { chainId: 31337 })
    expect(parseFrameReply(user, 'GET_USER').ok).toBe(true)
    expect(user.payload).toMatchObject({ email: 'ada@example.org', chainId: 'eip155:31337' })
    const signed = await ask('RPC_REQUEST', {
      method: 'personal_sign',
      params: ['0x6869', frame.address],
    })
    expect(signed).toMatchObject({
      type: 'RPC_REQUEST_SUCCESS',
      payload: expect.stringMatching(/^0x[0-9a-f]{130}$/),
    })
    expect(counts).toEqual({ approved: 1, signed: 1, unapproved: 0 })
    expect((await ask('CONNECT_EMAIL', { email: 'Ada@example.org' })).payload).toEqual({ action: 'CONNECT' })
    expect((await ask('SIGN_OUT')).type).toBe('SIGN_OUT_SUCCESS')
    expect((await ask('GET_USER')).payload).toMatchObject({ code: 4100 })
  })

  test('behavior: the chain ID chooses the account, and each namespace keeps its network', async () => {
    const frame = open()
    const { ask, address } = frame
    await logIn(frame)
    const evm = { address, type: 'eoa' }
    const solana = { address: testSolanaAddress, type: 'eoa' }
    const user = await ask('GET_USER', { chainId: 'eip155:10' })
    expect(parseFrameReply(user, 'GET_USER').ok).toBe(true)
    expect(user.payload).toMatchObject({
      address,
      chainId: 'eip155:10',
      accounts: [evm],
      solanaAccounts: [solana],
    })
    const other = await ask('GET_USER', { chainId: solanaDevnet })
    expect(other.payload).toMatchObject({
      address: testSolanaAddress,
      chainId: solanaDevnet,
      accounts: [solana],
      solanaAccounts: [solana],
    })
    expect((await ask('GET_CHAIN_ID')).payload).toEqual({ chainId: solanaDevnet })
    // The network of the other namespace is still the chosen one there.
    expect((await ask('RPC_REQUEST', { method: 'eth_chainId' })).payload).toBe('0xa')
    expect((await ask('SWITCH_NETWORK', { chainId: 8453 })).payload).toEqual({
      chainId: 'eip155:8453',
      accountType: 'eoa',
    })
    expect((await ask('GET_USER')).payload).toMatchObject({ address, chainId: 'eip155:8453' })
    expect((await ask('SWITCH_NETWORK', { chainId: solanaDevnet })).payload).toEqual({
      chainId: solanaDevnet,
    })
    expect((await ask('RPC_REQUEST', { method: 'eth_chainId' })).payload).toBe('0x2105')
  })

  test('param: chainNamespace chooses the network that the frame keeps of the namespace', async () => {
    const frame = open()
    const { ask } = frame
    await logIn(frame)
    await ask('SWITCH_NETWORK', { chainId: 10 })
    await ask('SWITCH_NETWORK', { chainId: solanaDevnet })
    const request = { method: 'eth_chainId', chainNamespace: 'eip155' }
    expect((await ask('RPC_REQUEST', request)).payload).toBe('0xa')
    expect((await ask('RPC_REQUEST', { ...request, chainId: 10 })).payload).toBe('0xa')
  })

  test('error: a wallet without a Solana account says so, and stays on its network', async () => {
    const frame = open({ solanaAddress: null })
    const { ask, address } = frame
    await logIn(frame)
    const refusal = { code: 4902, reason: 'no-solana-account' }
    expect((await ask('GET_USER', { chainId: solanaDevnet })).payload).toMatchObject(refusal)
    expect((await ask('SWITCH_NETWORK', { chainId: solanaDevnet })).payload).toMatchObject(refusal)
    expect((await ask('GET_USER')).payload).toMatchObject({
      address,
      chainId: 'eip155:1',
      solanaAccounts: [],
    })
    const params = { message: '2', pubkey: testSolanaAddress }
    expect((await ask('RPC_REQUEST', { method: 'solana_signMessage', params })).payload).toMatchObject({
      code: 4200,
    })
  })

  test('error: a method of one namespace is refused on a network of the other', async () => {
    const frame = open({ decide: async () => 'approved' })
    const { ask, address, counts } = frame
    await logIn(frame)
    const requests = [
      { method: 'personal_sign', params: ['0x6869', address], chainId: solanaDevnet },
      { method: 'eth_blockNumber', params: [], chainId: solanaDevnet },
      { method: 'solana_signMessage', params: {}, chainId: 'eip155:1' },
      { method: 'personal_sign', params: ['0x6869', address], chainNamespace: 'solana' },
      { method: 'personal_sign', params: ['0x6869', address], chainId: 1, chainNamespace: 'solana' },
    ]
    for (const request of requests)
      expect((await ask('RPC_REQUEST', request)).payload).toMatchObject({ code: -32602 })
    expect(counts.signed).toBe(0)
  })

  test('behavior: the page learns when the next mail of a login may be requested', async () => {
    const useForm = vi.fn(async () => {})
    const { ask, events, questions } = open({ enterCode: useForm })
    expect((await ask('RESEND_LINK')).payload).toMatchObject({ reason: 'transaction-expired' })
    await ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    expect(events).toEqual([{ type: 'MAIL_SENT', payload: { resendAt: 30_000 } }])
    expect((await ask('RESEND_LINK')).payload).toEqual({})
    expect(events.at(-1)).toEqual({ type: 'MAIL_SENT', payload: { resendAt: 60_000 } })
    // The code is mailed once the link is approved.
    await ask('CONNECT_DEVICE')
    expect(events.at(-1)).toEqual({ type: 'MAIL_SENT', payload: { resendAt: 90_000 } })
    // The page cannot have codes mailed; the visitor can, in the form.
    expect((await ask('RESEND_LINK')).payload).toMatchObject({ reason: 'transaction-expired' })
    expect(events).toHaveLength(3)
    useForm.mockImplementation(async () => void (await questions[0]?.resend?.()))
    await ask('CONNECT_OTP')
    expect(events).toContainEqual({ type: 'MAIL_SENT', payload: { resendAt: 120_000 } })
  })

  test('behavior: the other requests of the protocol', async () => {
    const frame = open()
    const { ask } = frame
    await logIn(frame)
    const eoa = { accountType: 'eoa' }
    expect((await ask('SWITCH_NETWORK', { chainId: 'eip155:10' })).payload).toEqual({
      chainId: 'eip155:10',
      ...eoa,
    })
    expect((await ask('GET_CHAIN_ID')).payload).toEqual({ chainId: 'eip155:10' })
    expect((await ask('SWITCH_NETWORK', { chainId: 'solana:abc' })).payload).toMatchObject({ code: 4902 })
    expect((await ask('SET_PREFERRED_ACCOUNT', { type: 'smartAccount' })).payload).toMatchObject({
      type: 'eoa',
    })
    expect((await ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')).payload).toEqual({
      smartAccountEnabledNetworks: [],
    })
    expect((await ask('INIT_SMART_ACCOUNT')).type).toBe('INIT_SMART_ACCOUNT_ERROR')
    expect((await ask('SYNC_THEME', { themeMode: 'dark' })).payload).toEqual({})
    expect((await ask('SYNC_DAPP_DATA', { projectId: 'local' })).payload).toEqual({})
    expect((await ask('UPDATE_EMAIL', { email: 'new@example.org' })).payload).toEqual({
      action: 'VERIFY_PRIMARY_OTP',
    })
    expect((await ask('UPDATE_EMAIL_PRIMARY_OTP')).payload).toEqual({})
    expect((await ask('UPDATE_EMAIL_SECONDARY_OTP')).payload).toEqual({ newEmail: 'new@example.org' })
    expect(frame.questions).toMatchObject([
      { purpose: 'login', email: 'ada@example.org' },
      { purpose: 'primary', email: 'ada@example.org', newEmail: 'new@example.org' },
      { purpose: 'secondary', email: 'new@example.org', newEmail: 'new@example.org' },
    ])
    expect((await ask('RPC_ABORT')).payload).toEqual({})
    expect((await ask('RELOAD')).payload).toEqual({})
  })

  test('error: each refusal has its own message, and internal errors are not exposed', async () => {
    const { ask } = open()
    expect((await ask('CONNECT_DEVICE')).payload).toEqual({ message: 'Something went wrong' })
    expect((await ask('CONNECT_EMAIL', { email: 'soon@example.org' })).payload).toEqual({
      message: 'Please try again after 12 seconds',
      reason: 'too-soon',
      retryAfter: 12,
    })
    expect((await ask('CONNECT_OTP', { otp: '123456' })).payload).toMatchObject({ code: 4200 })
    expect((await ask('CONNECT_OTP')).payload).toMatchObject({ reason: 'transaction-expired' })
    expect((await ask('RPC_REQUEST', { method: 'eth_sign' })).payload).toMatchObject({
      message: 'Requested RPC call is not allowed',
      code: 4200,
    })
    expect((await ask('RPC_REQUEST', { method: 'eth_blockNumber' })).payload).toMatchObject({ code: 4100 })
    expect((await ask('CONNECT_EMAIL', { email: 'a@b.example', more: 1 })).type).toBe('CONNECT_EMAIL_ERROR')
    expect((await ask('NEW_MESSAGE')).type).toBe('NEW_MESSAGE_ERROR')
  })

  test('error: an id is answered once, and a message without one never', async () => {
    const { send, replies } = open()
    const id = newId()
    for (let times = 0; times < 5; times += 1) send({ id, type: 'GET_CHAIN_ID' })
    send({ type: 'GET_CHAIN_ID' })
    send({ id: 'short', type: 'GET_CHAIN_ID' })
    send(null)
    await vi.waitFor(() => expect(replies).toHaveLength(1))
    expect(replies).toHaveLength(1)
  })

  test('error: rate limit and limit of concurrent requests', async () => {
    const { send, replies, pass } = open()
    for (let count = 0; count < 10_000; count += 1) send({ id: newId(), type: 'GET_CHAIN_ID' })
    await vi.waitFor(() => expect(replies).toHaveLength(10_000))
    expect(replies.filter(({ payload }) => payload.code === -32005)).toHaveLength(
      10_000 - frameLimits.safeInFlight,
    )
    pass(1000)
    send({ id: newId(), type: 'GET_CHAIN_ID' })
    await vi.waitFor(() => expect(replies.at(-1)?.type).toBe('GET_CHAIN_ID_SUCCESS'))
  })

  test('error: the sixth waiting request is refused', async () => {
    const onQuestion = vi.fn()
    const frame = open({
      decide(signal) {
        onQuestion()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    await logIn(frame)
    const { send, replies, ask, counts, pass } = frame
    const ids = Array.from({ length: 7 }, newId)
    pass(1000)
    for (const id of ids)
      send({
        id,
        type: 'RPC_REQUEST',
        payload: {
          method: 'personal_sign',
          params: ['0x6869', frame.address],
        },
      })
    const of = (id: string | undefined) => replies.find((reply) => reply.id === id)?.payload
    await vi.waitFor(() => expect(of(ids[6])).toMatchObject({ code: -32005 }))
    expect(of(ids[5])).toMatchObject({ code: -32005 })
    expect(of(ids[0])).toBeUndefined()
    await vi.waitFor(() => expect(onQuestion).toHaveBeenCalledOnce())
    await ask('RPC_ABORT')
    await vi.waitFor(() => expect(ids.every((id) => of(id) !== undefined)).toBe(true))
    expect(of(ids[0])).toMatchObject({ message: 'Request was aborted' })
    expect(counts.signed).toBe(0)
  })

  test('behavior: the page’s theme and metadata reach the wallet', async () => {
    const { ask, page } = open()
    const theme = { themeMode: 'dark', themeVariables: { '--apkt-accent': '#ff0000' } }
    await ask('SYNC_THEME', theme)
    expect(page.theme).toEqual(theme)
    await ask('SYNC_DAPP_DATA', {
      metadata: {
        name: 'Demo',
        description: 'A demo',
        url: 'http://localhost:4400',
        icons: ['/icon.png', '/b.png'],
      },
      sdkVersion: 'react-1.0.0',
      sdkType: 'appkit',
      projectId: 'local',
    })
    expect(page.dapp).toEqual({ name: 'Demo', url: 'http://localhost:4400', icon: '/icon.png' })
  })

  test('behavior: the frame reloads after it has answered', async () => {
    const { handlers, page } = createFrameHost()
    const reloadsAtReply: number[] = []
    const port: FramePort = { onmessage: null, postMessage: () => void reloadsAtReply.push(page.reloads) }
    serveRequests({ port, handlers })
    port.onmessage?.({ data: { id: newId(), type: 'RELOAD' } } as MessageEvent)
    await vi.waitFor(() => expect(page.reloads).toBe(1))
    expect(reloadsAtReply).toEqual([0])
  })

  test('param: log: types and errors are logged, and no payload', async () => {
    const { ask, log } = open()
    await ask('CONNECT_EMAIL', { email: 'ada@example.org' })
    await ask('CONNECT_EMAIL', { email: 'soon@example.org' })
    await ask('CONNECT_EMAIL', { email: 5 })
    expect(log.mock.calls).toEqual([
      ['CONNECT_EMAIL'],
      ['CONNECT_EMAIL_SUCCESS'],
      ['CONNECT_EMAIL'],
      ['CONNECT_EMAIL_ERROR', expect.objectContaining({ code: 'too-soon' })],
      ['CONNECT_EMAIL'],
      ['CONNECT_EMAIL_ERROR', expect.any(String)],
    ])
    expect(JSON.stringify(log.mock.calls)).not.toContain('example.org')
  })

  test('behavior: nothing is answered after it was stopped', async () => {
    let approve = (_: 'approved') => {}
    const frame = open({ decide: () => new Promise((resolve) => (approve = resolve)) })
    await logIn(frame)
    const before = frame.replies.length
    frame.send({ id: newId(), type: 'GET_CHAIN_ID' })
    frame.stop()
    approve('approved')
    frame.send({ id: newId(), type: 'GET_CHAIN_ID' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(frame.replies).toHaveLength(before)
  })

  test('error: a result that the protocol does not define is not sent', async () => {
    const replies: Reply[] = []
    const port: FramePort = { onmessage: null, postMessage: (message) => void replies.push(message as Reply) }
    const { handlers } = createFrameHost()
    const leaking = { ...handlers, GET_CHAIN_ID: () => ({ chainId: 'eip155:1', secret: 'x' }) }
    serveRequests({ port, handlers: leaking })
    port.onmessage?.({ data: { id: newId(), type: 'GET_CHAIN_ID' } } as MessageEvent)
    await vi.waitFor(() => expect(replies[0]?.payload).toEqual({ message: 'Something went wrong' }))
    serveRequests({
      port,
      handlers: {
        ...handlers,
        GET_CHAIN_ID: () => {
          throw new RpcError({ rpcCode: 4001, message: 'x'.repeat(5000) })
        },
      },
    })
    port.onmessage?.({ data: { id: newId(), type: 'GET_CHAIN_ID' } } as MessageEvent)
    await vi.waitFor(() => expect(replies[1]?.payload.message).toHaveLength(2048))
  })
})
