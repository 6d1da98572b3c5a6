import { tempFolder, testServer } from '@portico/server/testing'
import type { WalletProvider } from '@portico/walletconnect'
import { getSdkError } from '@walletconnect/utils'
import { keccak256, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../../../test/startApp.ts'
import { type ServerProcess, startServer } from '../../testing/startServer.ts'
import { startTcpProxy } from '../../testing/startTcpProxy.ts'
import { deadUrl } from '../../testing/startUpstream.ts'
import { approveSignIns } from './testing/approveSignIns.ts'
import { createInteropPair, type InteropPair } from './testing/createInteropPair.ts'
import { keepToOurselves } from './testing/keepToOurselves.ts'

// Before the clients of others are loaded: they then leave the vendor's hosts alone.
vi.hoisted(() => {
  process.env.IS_VITEST = 'true'
})
vi.setConfig({ testTimeout: 180_000 })
keepToOurselves()

const redis = await testServer('redis')
const reason = 'reason' in redis ? ` (skipped: ${redis.reason})` : ''
/** Behind those that `redis.test.ts` empties. */
const redisUrl = 'url' in redis ? `${redis.url}/15` : ''

type Gateway = { url: string; kill(): Promise<void> }

async function startGateways(): Promise<[Gateway, Gateway, Gateway]> {
  const rpcUrls = JSON.stringify({ 'eip155:31337': [await deadUrl()] })
  const start = () =>
    startServer({ env: { PORTICO_DATA_DIR: tempFolder(), RPC_URLS: rpcUrls, REDIS_URL: redisUrl } })
  const describeGateway = async ({ ready, child, ended }: ServerProcess): Promise<Gateway> => ({
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

/** The next event of this name, and only that. */
const next = (emitter: { once(name: never, listener: (value: never) => void): unknown }, name: string) =>
  new Promise<unknown>((resolve) => emitter.once(name as never, resolve as never))

const typedData = {
  domain: { name: 'Portico', chainId: 31337 },
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note' as const,
  message: { text: 'hello' },
}
const transaction = { to: `0x${'aa'.repeat(20)}`, value: '0x1' } as const

/** The wallet answers everything an app may ask, and refuses an empty text. */
function answerAll(pair: InteropPair): void {
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

/** Asks for one of each kind, and checks the answers. */
async function askEverything(
  { account }: InteropPair,
  request: <T>(method: string, params: unknown[]) => Promise<T>,
  refusal: object,
): Promise<void> {
  const { address } = account
  const signature = await request<`0x${string}`>('personal_sign', [stringToHex('hello'), address])
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  const typed = await request<`0x${string}`>('eth_signTypedData_v4', [address, JSON.stringify(typedData)])
  expect(await verifyTypedData({ ...typedData, address, signature: typed })).toBe(true)
  expect(await request('eth_sendTransaction', [{ from: address, ...transaction }])).toMatch(
    /^0x[0-9a-f]{64}$/,
  )
  await expect(request('personal_sign', ['0x', address])).rejects.toMatchObject(refusal)
}

async function onlySession({ wallet }: InteropPair): Promise<string> {
  await vi.waitFor(() => expect(Object.keys(wallet.getActiveSessions())).toHaveLength(1), 30_000)
  return Object.keys(wallet.getActiveSessions())[0] as string
}

/** The wallet puts another account in front, and prolongs the session. */
async function updateAndExtend({ wallet, account, chains }: InteropPair, topic: string): Promise<void> {
  const { eip155 } = wallet.getActiveSessions()[topic]?.namespaces ?? {}
  if (!eip155) throw new Error('the wallet has no such session')
  const other = `0x${'ab'.repeat(20)}`
  const accounts = [other, account.address].flatMap((address) => chains.map((chain) => `${chain}:${address}`))
  await (
    await wallet.updateSession({ topic, namespaces: { eip155: { ...eip155, accounts } } })
  ).acknowledged()
  await (await wallet.extendSession({ topic })).acknowledged()
}

describe.skipIf('reason' in redis)(`three gateways on one Redis${reason}`, () => {
  // Clients of others, whose own patience is longer than the test's: one that waits for it once begins anew, and fails then.
  test('behavior: an app on one and a wallet on another, through every flow', {
    timeout: 120_000,
    retry: 1,
  }, async () => {
    const [first, second, third] = await startGateways()
    await Promise.all([everyFlowOfOthers(first.url, second.url), everyFlowOfOurs(second.url, third.url)])
  })

  test('behavior: one is killed with a request open; sessions go on over the third, and the answer comes once', async () => {
    const [first, second, third] = await startGateways()
    const line = await startTcpProxy({ target: first.url })
    const theirs = await startPair(line.url, second.url)
    const ours = await startPair(second.url, second.url)
    const app = startApp(line.url)
    const { topic } = await theirs.connect()
    await app.connect({ onUri: (uri) => void ours.wallet.pair({ uri }) })
    await Promise.all([onlySession(theirs), onlySession(ours)])

    let asked = 0
    const questions: unknown[] = []
    let goOn = () => {}
    const moved = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const bothAsked = new Promise<void>((resolve) => {
      for (const pair of [theirs, ours]) {
        const sign = pair.answer
        pair.answer = async (method, params) => {
          questions.push(params[0])
          asked += 1
          if (asked === 2) resolve()
          await moved
          return sign(method, params)
        }
      }
    })
    const signThere = (text: string) =>
      theirs.dapp.request<`0x${string}`>({
        topic,
        chainId: 'eip155:31337',
        request: { method: 'personal_sign', params: [stringToHex(text), theirs.account.address] },
      })
    const signHere = (message: string) =>
      app.connectors.eip155.signMessage({ message, address: ours.account.address })
    const answers = Promise.all([signThere('theirs'), signHere('ours')])
    await bothAsked
    line.lead(third.url)
    await first.kill()
    goOn()
    const [there, here] = await answers
    const checks = [
      { address: theirs.account.address, message: 'theirs', signature: there },
      { address: ours.account.address, message: 'ours', signature: here as `0x${string}` },
    ]
    for (const check of checks) expect(await verifyMessage(check)).toBe(true)
    expect([...questions].sort()).toEqual(['ours', 'theirs'].map((text) => stringToHex(text)).sort())

    // And they go on.
    expect(await Promise.all([signThere('again'), signHere('again')])).toEqual([
      expect.stringMatching(/^0x/),
      expect.stringMatching(/^0x/),
    ])
    const heard: unknown[] = []
    app.connectors.eip155.subscribe((event) => heard.push(event))
    const event = { name: 'chainChanged', data: 31338 }
    const told = next(theirs.dapp as never, 'session_event')
    await theirs.wallet.emitSessionEvent({ topic, chainId: 'eip155:31338', event })
    expect(await told).toMatchObject({ params: { event } })
    await ours.wallet.emitSessionEvent({ topic: await onlySession(ours), chainId: 'eip155:31338', event })
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'network', networkId: 'eip155:31338' }]), 30_000)
    const left = [
      next(theirs.wallet as never, 'session_delete'),
      next(ours.wallet as never, 'session_delete'),
    ]
    await theirs.dapp.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })
    await app.disconnect()
    await Promise.all(left)
  })
})

async function everyFlowOfOthers(appUrl: string, walletUrl: string): Promise<void> {
  const pair = await startPair(appUrl, walletUrl)
  answerAll(pair)
  const { dapp, wallet, account, chains } = pair
  const { topic } = await pair.connect()
  expect(await onlySession(pair)).toBe(topic)
  await askEverything(
    pair,
    (method, params) => dapp.request({ topic, chainId: 'eip155:31337', request: { method, params } }),
    { code: 5000 },
  )

  const event = { name: 'chainChanged', data: 31338 }
  const told = next(dapp as never, 'session_event')
  await wallet.emitSessionEvent({ topic, chainId: 'eip155:31338', event })
  expect(await told).toMatchObject({ params: { event, chainId: 'eip155:31338' } })
  const changes = [next(dapp as never, 'session_update'), next(dapp as never, 'session_extend')]
  await updateAndExtend(pair, topic)
  await Promise.all(changes)
  expect(dapp.session.get(topic).namespaces.eip155?.accounts[0]).toBe(`${chains[0]}:0x${'ab'.repeat(20)}`)
  await dapp.ping({ topic })
  await wallet.engine.signClient.ping({ topic })

  const walletHears = next(wallet as never, 'session_delete')
  await dapp.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })
  expect(await walletHears).toMatchObject({ topic })
  const again = await pair.connect()
  await onlySession(pair)
  const appHears = next(dapp as never, 'session_delete')
  await wallet.disconnectSession({ topic: again.topic, reason: getSdkError('USER_DISCONNECTED') })
  expect(await appHears).toMatchObject({ topic: again.topic })

  approveSignIns(pair)
  const domain = 'app.example'
  const { uri = '', response } = await dapp.authenticate({
    ...{ chains, domain, nonce: '32891756', uri: 'https://app.example/login', methods: ['personal_sign'] },
  })
  await wallet.pair({ uri })
  const { session, auths } = await response()
  expect(auths).toHaveLength(1)
  expect(session?.namespaces.eip155?.accounts).toContain(`${chains[0]}:${account.address}`)
}

async function everyFlowOfOurs(appUrl: string, walletUrl: string): Promise<void> {
  const pair = await startPair(walletUrl, walletUrl)
  answerAll(pair)
  const app = startApp(appUrl)
  const { wallet, account, chains } = pair
  const connector = app.connectors.eip155
  const onUri = (uri: string) => void wallet.pair({ uri })
  await app.connect({ onUri })
  const topic = await onlySession(pair)
  await connector.connect({ silent: true })
  const provider = connector.getProvider() as WalletProvider
  await askEverything(pair, (method, params) => provider.request({ method, params }) as Promise<never>, {
    code: 4001,
  })

  const heard: { type: string }[] = []
  onTestFinished(connector.subscribe((event) => heard.push(event)))
  await wallet.emitSessionEvent({
    topic,
    chainId: 'eip155:31338',
    event: { name: 'chainChanged', data: 31338 },
  })
  await vi.waitFor(() => expect(heard).toEqual([{ type: 'network', networkId: 'eip155:31338' }]), 30_000)
  await updateAndExtend(pair, topic)
  await vi.waitFor(() => expect(heard.map(({ type }) => type)).toContain('accounts'), 30_000)
  await wallet.engine.signClient.ping({ topic })

  const walletHears = next(wallet as never, 'session_delete')
  await app.disconnect()
  expect(await walletHears).toMatchObject({ topic })
  await app.connect({ onUri })
  const again = await onlySession(pair)
  await wallet.disconnectSession({ topic: again, reason: getSdkError('USER_DISCONNECTED') })
  await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'disconnect')).toHaveLength(2), 30_000)

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
