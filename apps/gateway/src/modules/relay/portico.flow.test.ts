import { freePort, tempFolder } from '@portico/server/testing'
import { createWalletConnectWallet, type WalletConnectWallet } from '@portico/testkit/walletconnect'
import type { WalletProvider } from '@portico/walletconnect'
import { getSdkError } from '@walletconnect/utils'
import { stringToHex, verifyMessage } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../../test/startApp.ts'
import { startServer } from '../../testing/startServer.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { approveSignIns } from './testing/approveSignIns.ts'
import { blockRemoteHosts } from './testing/blockRemoteHosts.ts'
import { createInteropPair, type InteropPair } from './testing/createInteropPair.ts'
import { startRelay } from './testing/startRelay.ts'
import { updateSession } from './testing/updateSession.ts'

// Set before WalletConnect's libraries are loaded: they then send no telemetry to the vendor.
vi.hoisted(() => {
  process.env.IS_VITEST = 'true'
})
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

blockRemoteHosts()

async function startGateway() {
  const env = {
    PORTICO_DATA_DIR: tempFolder(),
    RPC_URLS: JSON.stringify({ 'eip155:31337': [await deadUrl()] }),
    GATEWAY_PORT: String(await freePort()),
  }
  const server = startServer({ env })
  const relayUrl = (await server.ready).replace('http', 'ws')
  return { relayUrl, server, restart: () => startServer({ env }).ready }
}

const signIn = {
  domain: 'app.example',
  uri: 'https://app.example/login',
  version: '1',
  nonce: '3289175612345678',
  statement: 'Welcome.',
}

function startWallet(relayUrl: string): WalletConnectWallet {
  const wallet = createWalletConnectWallet({ relayUrl, chains: [{ chainId: 31337 }, { chainId: 31338 }] })
  onTestFinished(() => wallet.close())
  return wallet
}

async function startPair(relayUrl: string): Promise<InteropPair> {
  const pair = await createInteropPair({ relayUrl })
  onTestFinished(() => pair.close())
  return pair
}

describe('Portico app with a third-party wallet', () => {
  test('behavior: pairs, signs, follows network changes and disconnects', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const pair = await startPair(relayUrl)
    const { wallet, account, chains } = pair
    const { namespaces } = await app.connect({ onUri: (uri) => void wallet.pair({ uri }) })
    expect(namespaces).toEqual(['eip155'])
    expect(app.getWallet()?.name).toBe('wallet')
    const { accounts, networkId } = await app.connectors.eip155.connect({ silent: true })
    expect([accounts, networkId]).toEqual([[{ address: account.address, type: 'eoa' }], 'eip155:31337'])

    const message = 'Portico says hello'
    const signature = await app.connectors.eip155.signMessage({ message, address: account.address })
    expect(
      await verifyMessage({ address: account.address, message, signature: signature as `0x${string}` }),
    ).toBe(true)

    const events: unknown[] = []
    const stop = app.connectors.eip155.subscribe((event) => events.push(event))
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1))
    const [topic = ''] = Object.keys(wallet.getActiveSessions())
    await wallet.emitSessionEvent({
      topic,
      chainId: 'eip155:31338',
      event: { name: 'chainChanged', data: 31338 },
    })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'network', networkId: 'eip155:31338' }]))
    const eip155 = { methods: ['personal_sign'], events: ['chainChanged'] }
    await updateSession(wallet, {
      topic,
      namespaces: {
        eip155: {
          ...eip155,
          chains,
          accounts: [`${chains[1]}:${account.address}`, `${chains[0]}:${account.address}`],
        },
      },
    })
    const extended = await wallet.extendSession({ topic })
    await extended.acknowledged()

    pair.answer = () => Promise.reject(getSdkError('USER_REJECTED'))
    const provider = app.connectors.eip155.getProvider() as WalletProvider
    const params = [stringToHex('no'), account.address]
    await expect(provider.request({ method: 'personal_sign', params })).rejects.toMatchObject({
      code: 4001,
    })

    const deleted = new Promise((resolve) => wallet.on('session_delete', resolve))
    await app.disconnect()
    await deleted
    expect(events.at(-1)).toEqual({ type: 'disconnect' })
    stop()
  })

  test('behavior: a request is delivered to a wallet that comes back online', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const pair = await startPair(relayUrl)
    const { wallet, account } = pair
    await app.connect({ onUri: (uri) => void wallet.pair({ uri }) })
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1))
    await wallet.core.relayer.transportClose()
    const { address } = account
    const requested = new Promise<void>((resolve) =>
      app.subscribe(({ type }) => type === 'request' && resolve()),
    )
    const signing = app.connectors.eip155.signMessage({ message: 'later', address })
    await requested
    await wallet.core.relayer.transportOpen()
    const signature = (await signing) as `0x${string}`
    expect(await verifyMessage({ address, message: 'later', signature })).toBe(true)
  })

  test('behavior: the wallet disconnects', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const { wallet } = await startPair(relayUrl)
    await app.connect({ onUri: (uri) => void wallet.pair({ uri }) })
    const events: unknown[] = []
    app.connectors.eip155.subscribe((event) => events.push(event))
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1))
    const [topic = ''] = Object.keys(wallet.getActiveSessions())
    await wallet.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'disconnect' }]), 30_000)
  })

  test('error: the user rejects', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const { wallet } = await startPair(relayUrl)
    const reason = getSdkError('USER_REJECTED')
    vi.spyOn(wallet, 'approveSession').mockImplementation(async ({ id }) => {
      await wallet.rejectSession({ id, reason })
      return Promise.reject(reason)
    })
    await expect(app.connect({ onUri: (uri) => void wallet.pair({ uri }) })).rejects.toMatchObject({
      rpcCode: 4001,
    })
  })

  test('behavior: one-click sign-in', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const pair = await startPair(relayUrl)
    const { wallet, account, chains } = pair
    approveSignIns(pair)
    const { proofs } = await app.connect({
      onUri: (uri) => void wallet.pair({ uri }),
      signIn,
    })
    expect(proofs).toHaveLength(1)
    expect(proofs[0]?.data).toMatchObject({
      accountAddress: account.address,
      chainId: chains[0],
      domain: 'app.example',
    })
    const [{ message = '', signature: proof = '0x' } = {}] = proofs
    expect(
      await verifyMessage({ address: account.address, message, signature: proof as `0x${string}` }),
    ).toBe(true)
    const signature = await app.connectors.eip155.signMessage({ message: 'again', address: account.address })
    expect(
      await verifyMessage({
        address: account.address,
        message: 'again',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
  })

  test('behavior: the gateway restarts between request and response', async () => {
    const { relayUrl, server, restart } = await startGateway()
    const app = startApp(relayUrl)
    const pair = await startPair(relayUrl)
    const { wallet, account } = pair
    await app.connect({ onUri: (uri) => void wallet.pair({ uri }) })
    let decide = () => {}
    const decided = new Promise<void>((resolve) => {
      decide = resolve
    })
    const sign = pair.answer
    let noteQuestion = () => {}
    const requested = new Promise<void>((resolve) => {
      noteQuestion = resolve
    })
    pair.answer = async (method, params) => {
      noteQuestion()
      await decided
      return sign(method, params)
    }
    const signing = app.connectors.eip155.signMessage({ message: 'late', address: account.address })
    signing.catch(() => {})
    await requested
    server.child.kill('SIGKILL')
    await server.ended
    await restart()
    decide()
    expect(await signing).toMatch(/^0x/)
  })
})

describe('third-party app with a Portico wallet', () => {
  test('behavior: pairs, signs, and receives the disconnect of the wallet', async () => {
    const { url: relayUrl } = await startRelay()
    const wallet = startWallet(relayUrl)
    const { dapp } = await startPair(relayUrl)
    const { uri, approval } = await dapp.connect({
      optionalNamespaces: {
        eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['chainChanged'] },
      },
    })
    const [{ topic }] = await Promise.all([approval(), wallet.pair(uri ?? '')])
    const address = wallet.evm.accounts[0] ?? '0x'
    const signature = await dapp.request<`0x${string}`>({
      topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: [stringToHex('hi'), address] },
    })
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
    const deleted = new Promise((resolve) => dapp.on('session_delete', resolve))
    await wallet.disconnect()
    await deleted
  })
})

describe('Portico app with a Portico wallet', () => {
  test('behavior: connects over real sockets', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const wallet = startWallet(relayUrl)
    await app.connect({ onUri: (uri) => void wallet.pair(uri) })
    const address = wallet.evm.accounts[0] ?? '0x'
    expect(await app.connectors.eip155.signMessage({ message: 'hi', address })).toMatch(/^0x/)
    wallet.drop()
    expect(await app.connectors.eip155.signMessage({ message: 'hi again', address })).toMatch(/^0x/)
  })

  test('behavior: events, update, extend and ping, and both may disconnect', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const wallet = startWallet(relayUrl)
    const onUri = (uri: string) => void wallet.pair(uri)
    await app.connect({ onUri })
    const events: unknown[] = []
    onTestFinished(app.connectors.eip155.subscribe((event) => events.push(event)))
    await vi.waitFor(() => expect(wallet.sessions).toHaveLength(1))
    await wallet.switchChain(31338)
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'network', networkId: 'eip155:31338' }))
    await wallet.switchAccount(1)
    const [, address] = wallet.evm.accounts
    await vi.waitFor(() =>
      expect(events).toContainEqual({
        type: 'accounts',
        accounts: [expect.objectContaining({ address }), expect.anything()],
      }),
    )
    await wallet.extend()
    expect(await wallet.ping()).toBe(true)
    await wallet.disconnect()
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'disconnect' }))
    await app.connect({ onUri })
    await vi.waitFor(() => expect(wallet.sessions).toHaveLength(1))
    await app.disconnect()
    await vi.waitFor(() => expect(wallet.sessions).toHaveLength(0))
  })

  test('behavior: one-click sign-in', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const wallet = startWallet(relayUrl)
    const { proofs } = await app.connect({ onUri: (uri) => void wallet.pair(uri), signIn })
    const [address = '0x'] = wallet.evm.accounts
    expect(proofs.map(({ data }) => data.chainId)).toEqual(['eip155:31337', 'eip155:31338'])
    for (const { message, signature } of proofs) {
      expect(await verifyMessage({ address, message, signature: signature as `0x${string}` })).toBe(true)
    }
  })

  test('behavior: twenty open requests are each delivered once and answered although the gateway is killed', async () => {
    const { relayUrl, server, restart } = await startGateway()
    const app = startApp(relayUrl)
    const wallet = startWallet(relayUrl)
    await app.connect({ onUri: (uri) => void wallet.pair(uri) })
    const [address = '0x'] = wallet.evm.accounts
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`)
    const signing = Promise.all(
      texts.map((message) => app.connectors.eip155.signMessage({ message, address })),
    )
    signing.catch(() => {})
    await vi.waitFor(() => expect(wallet.requests.length).toBeGreaterThan(2))
    server.child.kill('SIGKILL')
    await server.ended
    await restart()
    const signatures = (await signing) as `0x${string}`[]
    for (const [index, message] of texts.entries()) {
      expect(await verifyMessage({ address, message, signature: signatures[index] ?? '0x' })).toBe(true)
    }
    const requested = wallet.requests.map(({ params }) => (params as string[])[0]).sort()
    expect(requested).toEqual(texts.map((text) => stringToHex(text)).sort())
  })
})
