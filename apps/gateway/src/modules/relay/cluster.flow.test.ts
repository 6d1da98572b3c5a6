import { type ProgramProcess, startTcpProxy, tempFolder, testServer } from '@portico/server/testing'
import type { WalletProvider } from '@portico/walletconnect'
import { getSdkError } from '@walletconnect/utils'
import { keccak256, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../../test/startApp.ts'
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
vi.setConfig({ testTimeout: 180_000 })
blockRemoteHosts()

const redis = await testServer('redis')
const reason = 'reason' in redis ? ` (skipped: ${redis.reason})` : ''
/** Database 15 is not one of those that `redis.flow.test.ts` flushes. */
const redisUrl = 'url' in redis ? `${redis.url}/15` : ''

type Gateway = { url: string; kill(): Promise<void> }

async function startGateways(): Promise<[Gateway, Gateway, Gateway]> {
  const rpcUrls = JSON.stringify({ 'eip155:31337': [await deadUrl()] })
  const start = () =>
    startServer({ env: { PORTICO_DATA_DIR: tempFolder(), RPC_URLS: rpcUrls, REDIS_URL: redisUrl } })
  const describeGateway = async ({ ready, child, ended }: ProgramProcess): Promise<Gateway> => ({
    url: (await ready).replace('http', 'ws'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  })
  return Promise.all([describeGateway(start()), describeGateway(start()), describeGateway(start())])
}

async function startPair(relayUrl: string, walletRelayUrl: string): Promise<InteropPair> {
  const pair = await createInteropPair({ relayUrl, walletRelayUrl })
  onTestFinished(() => pair.close())
  return pair
}

/** Resolves with the next event of this name. */
const next = (emitter: { once(name: never, listener: (value: never) => void): unknown }, name: string) =>
  new Promise<unknown>((resolve) => emitter.once(name as never, resolve as never))

const typedData = {
  domain: { name: 'Portico', chainId: 31337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note' as const,
  message: { text: 'hello' },
}
const transaction = { to: `0x${'aa'.repeat(20)}`, value: '0x1' } as const

/** Makes the wallet answer all methods, and reject a request to sign an empty text. */
function answerAllMethods(pair: InteropPair): void {
  const sign = pair.answer
  pair.answer = async (method, params) => {
    if (method === 'personal_sign' && params[0] === '0x') throw getSdkError('USER_REJECTED')
    if (method === 'wallet_switchEthereumChain') return null
    if (method !== 'eth_sendTransaction') return sign(method, params)
    return keccak256(
      await pair.account.signTransaction({
        to: transaction.to,
        value: 1n,
        gas: 21_000n,
        gasPrice: 1n,
        chainId: 31337,
      }),
    )
  }
}

/** Sends one request of each kind, and checks the responses. */
async function requestEverything(
  { account }: InteropPair,
  request: <T>(method: string, params: unknown[]) => Promise<T>,
  rejection: object,
): Promise<void> {
  const { address } = account
  const signature = await request<`0x${string}`>('personal_sign', [stringToHex('hello'), address])
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  const typed = await request<`0x${string}`>('eth_signTypedData_v4', [address, JSON.stringify(typedData)])
  expect(await verifyTypedData({ ...typedData, address, signature: typed })).toBe(true)
  expect(await request('eth_sendTransaction', [{ from: address, ...transaction }])).toMatch(
    /^0x[0-9a-f]{64}$/,
  )
  await expect(request('personal_sign', ['0x', address])).rejects.toMatchObject(rejection)
}

async function onlySession({ wallet }: InteropPair): Promise<string> {
  await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1), 30_000)
  return Object.keys(wallet.getActiveSessions())[0] as string
}

/** Makes the wallet put another account first and extend the session. */
async function updateAndExtend({ wallet, account, chains }: InteropPair, topic: string): Promise<void> {
  const { eip155 } = wallet.getActiveSessions()[topic]?.namespaces ?? {}
  if (!eip155) throw new Error('the wallet has no such session')
  const other = `0x${'ab'.repeat(20)}`
  const accounts = [other, account.address].flatMap((address) => chains.map((chain) => `${chain}:${address}`))
  await updateSession(wallet, { topic, namespaces: { eip155: { ...eip155, accounts } } })
  await (await wallet.extendSession({ topic })).acknowledged()
}

describe.skipIf('reason' in redis)(`three gateways on one Redis${reason}`, () => {
  test('behavior: an app and a wallet on different processes complete every flow', async () => {
    const [first, second, third] = await startGateways()
    await Promise.all([everyThirdPartyFlow(first.url, second.url), everyOwnFlow(second.url, third.url)])
  })

  test('behavior: sessions survive a killed process, and an open request is answered once', async () => {
    const [first, second, third] = await startGateways()
    const proxy = await startTcpProxy({ target: first.url })
    const thirdParty = await startPair(proxy.url, second.url)
    const own = await startPair(second.url, second.url)
    const app = startApp(proxy.url)
    const { topic } = await thirdParty.connect()
    await app.connect({ onUri: (uri) => void own.wallet.pair({ uri }) })
    await Promise.all([onlySession(thirdParty), onlySession(own)])

    let requestCount = 0
    const requestedTexts: unknown[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const bothRequested = new Promise<void>((resolve) => {
      for (const pair of [thirdParty, own]) {
        const sign = pair.answer
        pair.answer = async (method, params) => {
          requestedTexts.push(params[0])
          requestCount += 1
          if (requestCount === 2) resolve()
          await released
          return sign(method, params)
        }
      }
    })
    const signThirdParty = (text: string) =>
      thirdParty.dapp.request<`0x${string}`>({
        topic,
        chainId: 'eip155:31337',
        request: { method: 'personal_sign', params: [stringToHex(text), thirdParty.account.address] },
      })
    const signOwn = (message: string) =>
      app.connectors.eip155.signMessage({ message, address: own.account.address })
    const answers = Promise.all([signThirdParty('third-party'), signOwn('own')])
    await bothRequested
    proxy.lead(third.url)
    await first.kill()
    release()
    const [thirdPartySignature, ownSignature] = await answers
    const checks = [
      { address: thirdParty.account.address, message: 'third-party', signature: thirdPartySignature },
      { address: own.account.address, message: 'own', signature: ownSignature as `0x${string}` },
    ]
    for (const check of checks) expect(await verifyMessage(check)).toBe(true)
    expect([...requestedTexts].sort()).toEqual(['own', 'third-party'].map((text) => stringToHex(text)).sort())

    // Both sessions still work.
    expect(await Promise.all([signThirdParty('again'), signOwn('again')])).toEqual([
      expect.stringMatching(/^0x/),
      expect.stringMatching(/^0x/),
    ])
    const events: unknown[] = []
    app.connectors.eip155.subscribe((event) => events.push(event))
    const event = { name: 'chainChanged', data: 31338 }
    const received = next(thirdParty.dapp as never, 'session_event')
    await thirdParty.wallet.emitSessionEvent({ topic, chainId: 'eip155:31338', event })
    expect(await received).toMatchObject({ params: { event } })
    await own.wallet.emitSessionEvent({ topic: await onlySession(own), chainId: 'eip155:31338', event })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'network', networkId: 'eip155:31338' }]), 30_000)
    const deleted = [
      next(thirdParty.wallet as never, 'session_delete'),
      next(own.wallet as never, 'session_delete'),
    ]
    await thirdParty.dapp.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })
    await app.disconnect()
    await Promise.all(deleted)
  })
})

async function everyThirdPartyFlow(appUrl: string, walletUrl: string): Promise<void> {
  const pair = await startPair(appUrl, walletUrl)
  answerAllMethods(pair)
  const { dapp, wallet, account, chains } = pair
  const { topic } = await pair.connect()
  expect(await onlySession(pair)).toBe(topic)
  await requestEverything(
    pair,
    (method, params) => dapp.request({ topic, chainId: 'eip155:31337', request: { method, params } }),
    { code: 5000 },
  )

  const event = { name: 'chainChanged', data: 31338 }
  const received = next(dapp as never, 'session_event')
  await wallet.emitSessionEvent({ topic, chainId: 'eip155:31338', event })
  expect(await received).toMatchObject({ params: { event, chainId: 'eip155:31338' } })
  const changes = [next(dapp as never, 'session_update'), next(dapp as never, 'session_extend')]
  await updateAndExtend(pair, topic)
  await Promise.all(changes)
  expect(dapp.session.get(topic).namespaces.eip155?.accounts[0]).toBe(`${chains[0]}:0x${'ab'.repeat(20)}`)
  await dapp.ping({ topic })
  await wallet.engine.signClient.ping({ topic })

  const walletDeleted = next(wallet as never, 'session_delete')
  await dapp.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })
  expect(await walletDeleted).toMatchObject({ topic })
  const again = await pair.connect()
  await onlySession(pair)
  const appDeleted = next(dapp as never, 'session_delete')
  await wallet.disconnectSession({ topic: again.topic, reason: getSdkError('USER_DISCONNECTED') })
  expect(await appDeleted).toMatchObject({ topic: again.topic })

  approveSignIns(pair)
  const domain = 'app.example'
  const { uri = '', response } = await dapp.authenticate({
    ...{ chains, domain, nonce: '32891756', uri: 'https://app.example/login', methods: ['personal_sign'] },
  })
  const [{ session, auths }] = await Promise.all([response(), wallet.pair({ uri })])
  expect(auths).toHaveLength(1)
  expect(session?.namespaces.eip155?.accounts).toContain(`${chains[0]}:${account.address}`)
}

async function everyOwnFlow(appUrl: string, walletUrl: string): Promise<void> {
  const pair = await startPair(walletUrl, walletUrl)
  answerAllMethods(pair)
  const app = startApp(appUrl)
  const { wallet, account, chains } = pair
  const connector = app.connectors.eip155
  const onUri = (uri: string) => void wallet.pair({ uri })
  await app.connect({ onUri })
  const topic = await onlySession(pair)
  await connector.connect({ silent: true })
  const provider = connector.getProvider() as WalletProvider
  await requestEverything(pair, (method, params) => provider.request({ method, params }) as Promise<never>, {
    code: 4001,
  })

  const events: { type: string }[] = []
  onTestFinished(connector.subscribe((event) => events.push(event)))
  await wallet.emitSessionEvent({
    topic,
    chainId: 'eip155:31338',
    event: { name: 'chainChanged', data: 31338 },
  })
  await vi.waitFor(() => expect(events).toEqual([{ type: 'network', networkId: 'eip155:31338' }]), 30_000)
  await updateAndExtend(pair, topic)
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('accounts'), 30_000)
  await wallet.engine.signClient.ping({ topic })

  const walletDeleted = next(wallet as never, 'session_delete')
  await app.disconnect()
  expect(await walletDeleted).toMatchObject({ topic })
  await app.connect({ onUri })
  const again = await onlySession(pair)
  await wallet.disconnectSession({ topic: again, reason: getSdkError('USER_DISCONNECTED') })
  await vi.waitFor(() => expect(events.filter(({ type }) => type === 'disconnect')).toHaveLength(2), 30_000)

  approveSignIns(pair)
  const signIn = {
    domain: 'app.example',
    uri: 'https://app.example/login',
    version: '1',
    nonce: '3289175612345678',
  }
  const { proofs } = await app.connect({ onUri, signIn })
  expect(proofs.map(({ data }) => [data.accountAddress, data.chainId])).toEqual([
    [account.address, chains[0]],
  ])
}
