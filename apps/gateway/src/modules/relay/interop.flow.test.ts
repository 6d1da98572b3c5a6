import { freePort, tempFolder } from '@portico/server/testing'
import { getSdkError } from '@walletconnect/utils'
import { createWalletClient, http, parseEther, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startAnvil } from '../../testing/startAnvil.ts'
import { startServer } from '../../testing/startServer.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { approveSignIns } from './testing/approveSignIns.ts'
import { blockRemoteHosts } from './testing/blockRemoteHosts.ts'
import { createInteropPair, type InteropPair } from './testing/createInteropPair.ts'
import { updateSession } from './testing/updateSession.ts'

// Set before WalletConnect's libraries are loaded: they then send no telemetry to the vendor.
vi.hoisted(() => {
  process.env.IS_VITEST = 'true'
})
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

/** Remote hosts that the libraries tried to reach. */
const blockedHosts = blockRemoteHosts()

async function startGateway() {
  const env = {
    PORTICO_DATA_DIR: tempFolder(),
    RPC_URLS: JSON.stringify({ 'eip155:31337': [await deadUrl()] }),
    GATEWAY_PORT: String(await freePort()),
  }
  const first = startServer({ env })
  const relayUrl = (await first.ready).replace('http', 'ws')
  return { relayUrl, server: first, restart: () => startServer({ env }).ready }
}

async function start(): Promise<InteropPair & Awaited<ReturnType<typeof startGateway>>> {
  const gateway = await startGateway()
  const pair = await createInteropPair(gateway)
  onTestFinished(() => pair.close())
  return Object.assign(pair, gateway)
}

const event = (emitter: { on(name: never, listener: (value: never) => void): unknown }, name: string) =>
  new Promise<unknown>((resolve) => emitter.on(name as never, resolve as never))

describe('third-party clients over the relay', () => {
  test('behavior: propose, approve, sign and disconnect', async () => {
    const pair = await start()
    const { dapp, wallet, account } = pair
    const session = await pair.connect()
    expect(session.namespaces.eip155?.accounts).toEqual(
      pair.chains.map((chain) => `${chain}:${account.address}`),
    )
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toEqual([session.topic]))

    const message = 'Portico says hello'
    const request = (method: string, params: unknown[], chainId = 'eip155:31337') =>
      dapp.request<`0x${string}`>({ topic: session.topic, chainId, request: { method, params } })
    const signature = await request('personal_sign', [stringToHex(message), account.address])
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)

    const typedData = {
      domain: { name: 'Portico', chainId: 31337 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note' as const,
      message: { text: 'hello' },
    }
    const typed = await request('eth_signTypedData_v4', [account.address, JSON.stringify(typedData)])
    expect(await verifyTypedData({ ...typedData, address: account.address, signature: typed })).toBe(true)

    pair.answer = () => Promise.reject(getSdkError('USER_REJECTED'))
    await expect(request('personal_sign', ['0x00', account.address])).rejects.toMatchObject({ code: 5000 })

    const deleted = event(wallet as never, 'session_delete')
    await dapp.disconnect({ topic: session.topic, reason: getSdkError('USER_DISCONNECTED') })
    expect(await deleted).toMatchObject({ topic: session.topic })
  })

  test('behavior: a transaction reaches a chain', async () => {
    const anvil = await startAnvil()
    onTestFinished(() => anvil.stop())
    const pair = await start()
    const { dapp, account } = pair
    await anvil.rpc('anvil_setBalance', [account.address, '0xde0b6b3a7640000'])
    const to = '0x00000000000000000000000000000000000000AA'
    pair.answer = async (_, [transaction]) => {
      const { to, value } = transaction as { to: `0x${string}`; value: `0x${string}` }
      const client = createWalletClient({ account, transport: http(anvil.url) })
      return client.sendTransaction({ chain: null, to, value: BigInt(value) })
    }
    const session = await pair.connect()
    const hash = await dapp.request({
      topic: session.topic,
      chainId: 'eip155:31337',
      request: {
        method: 'eth_sendTransaction',
        params: [{ from: account.address, to, value: `0x${parseEther('0.1').toString(16)}` }],
      },
    })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await anvil.rpc('eth_getBalance', [to, 'latest'])).toBe('0x16345785d8a0000')
  })

  test('behavior: a rejected proposal', async () => {
    const pair = await start()
    const { dapp, wallet } = pair
    pair.decide = ({ id }) => wallet.rejectSession({ id, reason: getSdkError('USER_REJECTED') })
    const { uri = '', approval } = await dapp.connect({
      optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    })
    const answer = approval()
    await wallet.pair({ uri })
    await expect(answer).rejects.toMatchObject({ code: 5000 })
  })

  test('behavior: events, update, extend and ping, and the wallet disconnects', async () => {
    const pair = await start()
    const { dapp, wallet, account, chains } = pair
    const session = await pair.connect()
    const { topic } = session
    await vi.waitFor(() => expect(wallet.getActiveSessions()).toHaveProperty(topic))

    for (const [name, data] of [
      ['chainChanged', 31338],
      ['accountsChanged', [account.address]],
    ] as const) {
      const received = event(dapp as never, 'session_event')
      await wallet.emitSessionEvent({ topic, chainId: 'eip155:31338', event: { name, data } })
      expect(await received).toMatchObject({ params: { event: { name, data }, chainId: 'eip155:31338' } })
      dapp.events.removeAllListeners('session_event')
    }

    const updated = event(dapp as never, 'session_update')
    const eip155 = { ...(session.namespaces.eip155 as NonNullable<typeof session.namespaces.eip155>) }
    const accounts = [`${chains[0]}:0x${'ab'.repeat(20)}`, ...eip155.accounts]
    await updateSession(wallet, { topic, namespaces: { eip155: { ...eip155, accounts } } })
    await updated
    expect(dapp.session.get(topic).namespaces.eip155?.accounts).toEqual(accounts)

    const extended = event(dapp as never, 'session_extend')
    await (await wallet.extendSession({ topic })).acknowledged()
    await extended

    const pinged = event(wallet.engine.signClient as never, 'session_ping')
    await dapp.ping({ topic })
    await pinged

    const deleted = event(dapp as never, 'session_delete')
    await wallet.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
    expect(await deleted).toMatchObject({ topic })
  })

  test('behavior: one-click sign-in', async () => {
    const pair = await start()
    const { dapp, wallet, account, chains } = pair
    approveSignIns(pair)
    const { uri, response } = await dapp.authenticate({
      chains,
      domain: 'app.example',
      nonce: '32891756',
      uri: 'https://app.example/login',
      methods: ['personal_sign'],
    })
    const [{ session, auths }] = await Promise.all([response(), wallet.pair({ uri: uri ?? '' })])
    expect(auths).toHaveLength(1)
    expect(session?.namespaces.eip155?.accounts).toContain(`${chains[0]}:${account.address}`)
    const signature = await dapp.request<`0x${string}`>({
      topic: session?.topic ?? '',
      chainId: chains[0] ?? '',
      request: { method: 'personal_sign', params: [stringToHex('again'), account.address] },
    })
    expect(await verifyMessage({ address: account.address, message: 'again', signature })).toBe(true)
  })

  test('behavior: a request is delivered to a wallet that comes back online', async () => {
    const pair = await start()
    const { dapp, wallet, account } = pair
    const session = await pair.connect()
    await vi.waitFor(() => expect(wallet.getActiveSessions()).toHaveProperty(session.topic))
    await wallet.core.relayer.transportClose()
    const answer = dapp.request<`0x${string}`>({
      topic: session.topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: [stringToHex('later'), account.address] },
    })
    // The relay has confirmed to the app that the request is stored.
    await vi.waitFor(() => expect(dapp.core.history.values.at(-1)?.request.method).toBe('wc_sessionRequest'))
    await wallet.core.relayer.transportOpen()
    const signature = await answer
    expect(await verifyMessage({ address: account.address, message: 'later', signature })).toBe(true)
  })

  test('behavior: an open request is answered although the relay is killed', async () => {
    const pair = await start()
    const { dapp, wallet, account, server } = pair
    const session = await pair.connect()
    await vi.waitFor(() => expect(wallet.getActiveSessions()).toHaveProperty(session.topic))
    const sign = pair.answer
    let answered = 0
    pair.answer = async (method, params) => {
      answered += 1
      if (answered === 1) {
        server.child.kill('SIGKILL')
        await server.ended
        await pair.restart()
      }
      return sign(method, params)
    }
    const signature = await dapp.request<`0x${string}`>({
      topic: session.topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: [stringToHex('through'), account.address] },
    })
    expect(await verifyMessage({ address: account.address, message: 'through', signature })).toBe(true)
  })

  test('behavior: no hosts other than the vendor’s were contacted', () => {
    expect(
      blockedHosts.filter((host) => !/(^|\.)(walletconnect|reown|web3modal)\.(com|org)$/.test(host)),
    ).toEqual([])
  })
})
