import { createWalletConnectWallet, type WalletConnectWallet } from '@portico/testkit/walletconnect'
import { type WalletConnect, type WalletProvider, walletConnect } from '@portico/walletconnect'
import { buildAuthObject, getSdkError, populateAuthPayload } from '@walletconnect/utils'
import { stringToHex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../testing/freePort.ts'
import { startServer } from '../../testing/startServer.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { tempFolder } from '../../testing/tempFolder.ts'
import { createInteropPair, type InteropPair } from './testing/createInteropPair.ts'
import { startRelay } from './testing/startRelay.ts'

// Before the clients of others are loaded: they then leave the vendor's hosts alone.
vi.hoisted(() => {
  process.env.IS_VITEST = 'true'
})
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const realFetch = globalThis.fetch
beforeAll(() => {
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input))
    if (/^(127\.0\.0\.1|localhost)$/.test(hostname)) return realFetch(input, init)
    return Promise.reject(new Error(`${hostname} is not to be asked`))
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

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

const network = (id: number) => ({
  id,
  name: `Local ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
  chainNamespace: 'eip155' as const,
  caipNetworkId: `eip155:${id}` as const,
})

/** Our client, as an application has it. */
function startApp(relayUrl: string): WalletConnect {
  const entries = new Map<string, string>()
  const app = walletConnect({
    relayUrl,
    projectId: 'local',
    metadata: { name: 'app', description: 'app', url: 'https://app.example', icons: [] },
    networks: () => [network(31337), network(31338)],
    rpc: () => Promise.reject(new Error('no network in this test')),
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    },
  })
  onTestFinished(() => app.destroy())
  return app
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

describe("our client with another's wallet", () => {
  test('behavior: pairs, signs, follows, and both hear it when one leaves', async () => {
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

    const heard: unknown[] = []
    const stop = app.connectors.eip155.subscribe((event) => heard.push(event))
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1))
    const [topic = ''] = Object.keys(wallet.getActiveSessions())
    await wallet.emitSessionEvent({
      topic,
      chainId: 'eip155:31338',
      event: { name: 'chainChanged', data: 31338 },
    })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'network', networkId: 'eip155:31338' }]))
    const eip155 = { methods: ['personal_sign'], events: ['chainChanged'] }
    const updated = await wallet.updateSession({
      topic,
      namespaces: {
        eip155: {
          ...eip155,
          chains,
          accounts: [`${chains[1]}:${account.address}`, `${chains[0]}:${account.address}`],
        },
      },
    })
    await updated.acknowledged()
    const extended = await wallet.extendSession({ topic })
    await extended.acknowledged()

    pair.answer = () => Promise.reject(getSdkError('USER_REJECTED'))
    const provider = app.connectors.eip155.getProvider() as WalletProvider
    const params = [stringToHex('no'), account.address]
    await expect(provider.request({ method: 'personal_sign', params })).rejects.toMatchObject({
      rpcCode: 4001,
    })

    const left = new Promise((resolve) => wallet.on('session_delete', resolve))
    await app.disconnect()
    await left
    expect(heard.at(-1)).toEqual({ type: 'disconnect' })
    stop()
  })

  test('behavior: the wallet leaves', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const { wallet } = await startPair(relayUrl)
    await app.connect({ onUri: (uri) => void wallet.pair({ uri }) })
    const heard: unknown[] = []
    app.connectors.eip155.subscribe((event) => heard.push(event))
    await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1))
    const [topic = ''] = Object.keys(wallet.getActiveSessions())
    await wallet.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'disconnect' }]), 30_000)
  })

  test('error: the person says no', async () => {
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
    const { wallet, account, chains } = await startPair(relayUrl)
    wallet.on('session_authenticate', async ({ id, params }) => {
      const authPayload = populateAuthPayload({
        authPayload: params.authPayload,
        chains,
        methods: ['personal_sign'],
      })
      const iss = `${chains[0]}:${account.address}`
      const message = wallet.formatAuthMessage({ request: authPayload, iss })
      const signature = await account.signMessage({ message })
      const auth = buildAuthObject(authPayload, { t: 'eip191', s: signature }, `did:pkh:${iss}`)
      await wallet.approveSessionAuthenticate({ id, auths: [auth] })
    })
    const { proofs } = await app.connect({
      onUri: (uri) => void wallet.pair({ uri }),
      signIn: {
        domain: 'app.example',
        uri: 'https://app.example/login',
        version: '1',
        nonce: '3289175612345678',
        statement: 'Welcome.',
      },
    })
    expect(proofs).toHaveLength(1)
    expect(proofs[0]?.data).toMatchObject({
      accountAddress: account.address,
      chainId: chains[0],
      domain: 'app.example',
    })
    const signature = await app.connectors.eip155.signMessage({ message: 'again', address: account.address })
    expect(
      await verifyMessage({
        address: account.address,
        message: 'again',
        signature: signature as `0x${string}`,
      }),
    ).toBe(true)
  })

  test('behavior: the gateway restarts between question and answer', async () => {
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
    const asked = new Promise<void>((resolve) => {
      noteQuestion = resolve
    })
    pair.answer = async (method, params) => {
      noteQuestion()
      await decided
      return sign(method, params)
    }
    const signing = app.connectors.eip155.signMessage({ message: 'late', address: account.address })
    signing.catch(() => {})
    await asked
    server.child.kill('SIGKILL')
    await server.ended
    await restart()
    decide()
    expect(await signing).toMatch(/^0x/)
  })
})

describe("another's client with our wallet", () => {
  test('behavior: pairs, signs, and hears when the wallet leaves', async () => {
    const { url: relayUrl } = await startRelay()
    const wallet = startWallet(relayUrl)
    const { dapp } = await startPair(relayUrl)
    const { uri, approval } = await dapp.connect({
      optionalNamespaces: {
        eip155: { chains: ['eip155:31337'], methods: ['personal_sign'], events: ['chainChanged'] },
      },
    })
    await wallet.pair(uri ?? '')
    const { topic } = await approval()
    const address = wallet.evm.accounts[0] ?? '0x'
    const signature = await dapp.request<`0x${string}`>({
      topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: [stringToHex('hi'), address] },
    })
    expect(await verifyMessage({ address, message: 'hi', signature })).toBe(true)
    const left = new Promise((resolve) => dapp.on('session_delete', resolve))
    await wallet.disconnect()
    await left
  })
})

describe('our client with our wallet', () => {
  test('behavior: over real sockets', async () => {
    const { url: relayUrl } = await startRelay()
    const app = startApp(relayUrl)
    const wallet = startWallet(relayUrl)
    await app.connect({ onUri: (uri) => void wallet.pair(uri) })
    const address = wallet.evm.accounts[0] ?? '0x'
    expect(await app.connectors.eip155.signMessage({ message: 'hi', address })).toMatch(/^0x/)
    wallet.drop()
    expect(await app.connectors.eip155.signMessage({ message: 'hi again', address })).toMatch(/^0x/)
  })
})
