import {
  type CreateRelaySocket,
  type Delivery,
  deriveSymKey,
  formatRpcError,
  formatRpcResult,
  generateKeyPair,
  hashKey,
  openRelaySocket,
  parsePairingUri,
  type SessionMethodName,
  sealEnvelope,
  sessionErrorCodes,
  sessionMethods,
} from '@portico/protocol/walletconnect'
import { type Approvals, createApprovals, type Policy } from '../createApprovals.ts'
import { createEvmWallet, type EvmWallet, type EvmWalletOptions } from '../evm/createEvmWallet.ts'
import { isRecord } from '../evm/methods/method.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { createPeerMessenger, type PeerRequest } from './createPeerMessenger.ts'
import { type SessionNamespaces, type Settlement, settleNamespaces } from './settleNamespaces.ts'
import { signCacaos } from './signCacaos.ts'

/** What a wallet says of itself. */
export type PeerMetadata = {
  name: string
  description: string
  url: string
  icons: readonly string[]
  redirect?: { native?: string | undefined; universal?: string | undefined } | undefined
}

/** A session as the wallet keeps it. */
export type WalletSession = {
  readonly topic: string
  namespaces: SessionNamespaces
  /** Seconds since 1970. */
  expiry: number
  readonly peer: PeerMetadata
}

/** The options of {@link createWalletConnectWallet}. */
export type WalletConnectWalletOptions = Omit<EvmWalletOptions, 'authorized' | 'legacy'> & {
  relayUrl: string
  projectId?: string | undefined
  /** `WebSocket` if left out; `createTestRelay().createSocket` in tests without a network. */
  createSocket?: CreateRelaySocket | undefined
  metadata?: Partial<PeerMetadata> | undefined
  /** Accounts of other families, such as `{ solana: ['solana:5eykt…:7S3P4…'] }`. */
  otherAccounts?: Readonly<Record<string, readonly string[]>> | undefined
  /** Answers requests of other families. */
  answer?: ((request: { chainId: string; method: string; params: unknown }) => unknown) | undefined
  /** Does it know `wc_sessionAuthenticate`? True by default. */
  oneClick?: boolean | undefined
}

/** A wallet on the other side of a relay: the person in front of it is you. */
export type WalletConnectWallet = Pick<
  Approvals,
  'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** The keys and the network inside; its policies are for what is signed. */
  readonly evm: EvmWallet
  readonly sessions: readonly WalletSession[]
  /** Requests of sessions, the oldest first. */
  readonly requests: readonly {
    readonly method: string
    readonly params: unknown
    readonly chainId: string
  }[]
  settlement: Settlement
  /** Scans an address. Resolves when the wallet listens. */
  pair(uri: string): Promise<void>
  /** Tells the application of another network, as the wallet's menu would. */
  switchChain(chainId: number): Promise<void>
  /** Puts another account first, by its place in `evm.accounts`. */
  switchAccount(index: number): Promise<void>
  emit(event: { name: string; data: unknown; chainId: string }): Promise<unknown>
  update(namespaces: unknown): Promise<unknown>
  /** Prolongs to a moment (seconds since 1970); to seven days from now if left out. */
  extend(expiry?: number | undefined): Promise<unknown>
  ping(): Promise<unknown>
  disconnect(): Promise<void>
  /** Sends any method on the newest session and resolves with the answer. */
  send(method: SessionMethodName, params: unknown): Promise<unknown>
  /** Loses the connection to the relay; it comes back by itself. */
  drop(): void
  /** Ends everything without a word to anybody. */
  close(): void
}

const week = 604_800

/**
 * A wallet that is reached over WalletConnect v2, for tests: pairs, settles, really signs, and does what you tell it.
 *
 * @example
 * import { createTestRelay, createWalletConnectWallet } from '@portico/testkit/walletconnect'
 * const relay = createTestRelay()
 * const wallet = createWalletConnectWallet({
 *   relayUrl: relay.url,
 *   createSocket: relay.createSocket,
 *   chains: [{ chainId: 31337 }],
 * })
 * await wallet.pair(uri)
 */
export function createWalletConnectWallet(options: WalletConnectWalletOptions): WalletConnectWallet {
  const { relayUrl, projectId = 'local', createSocket = openRelaySocket, metadata: given, ...rest } = options
  const { otherAccounts = {}, answer, oneClick = true, ...evmOptions } = rest
  const evm = createEvmWallet({ ...evmOptions, authorized: true })
  const approvals = createApprovals({ policy: options.policy ?? 'approve' })
  const metadata: PeerMetadata = { ...defaultMetadata, ...given }
  const sessions = new Map<string, WalletSession>()
  /** Pairings whose address asks for one-click sign-in, and the proposals that came beside it. */
  const signInFirst = new Set<string>()
  const held = new Map<string, PeerRequest>()
  const requests: { method: string; params: unknown; chainId: string }[] = []
  let last: Promise<unknown> = Promise.resolve()
  let isServing = false
  const line = createPeerMessenger({ url: relayUrl, projectId, createSocket, onRequest: serve })

  async function serve(request: PeerRequest): Promise<void> {
    const { method, params, topic } = request
    switch (method) {
      case 'wc_sessionPropose':
        // Wallets that know one-click sign-in leave the proposal beside it alone.
        if (oneClick && signInFirst.has(topic)) return void held.set(topic, request)
        return propose(request)
      case 'wc_sessionAuthenticate':
        return oneClick ? authenticate(request) : undefined
      case 'wc_sessionRequest': {
        const job = last.then(() => run(params, topic))
        last = job.catch(() => undefined)
        return line.respond(request, await job)
      }
      case 'wc_sessionPing':
      case 'wc_pairingPing':
        return line.respond(request, true)
      case 'wc_sessionDelete':
        await line.respond(request, true)
        return forget(topic)
      case 'wc_pairingDelete':
        return forget(topic)
      default:
        throw new ProviderRpcError({ code: sessionErrorCodes.methodUnsupported, message: 'Unsupported' })
    }
  }

  function decide(method: string, { topic, params }: PeerRequest): Promise<void> {
    const asked = { method, params, origin: topic, network: `eip155:${evm.chainId}` }
    return approvals.decide(asked, { consent: true })
  }

  async function propose(request: PeerRequest): Promise<void> {
    const proposal = isRecord(request.params) ? request.params : {}
    const proposer = isRecord(proposal.proposer) ? proposal.proposer : {}
    await decide('wc_sessionPropose', request)
    const namespaces = settleNamespaces({
      proposal,
      accounts: evm.accounts,
      chainIds: evm.chainIds,
      otherAccounts,
      settlement: wallet.settlement,
    })
    const ours = await generateKeyPair()
    const symKey = await deriveSymKey({ privateKey: ours.privateKey, publicKey: String(proposer.publicKey) })
    const topic = hashKey(symKey)
    await line.open(topic, symKey)
    const expiry = wallet.settlement.expiry ?? now() + week
    await line.respond(request, { relay: { protocol: 'irn' }, responderPublicKey: ours.publicKey })
    const settled = line.ask(topic, 'wc_sessionSettle', {
      relay: { protocol: 'irn' },
      controller: { publicKey: ours.publicKey, metadata },
      namespaces,
      expiry,
    })
    sessions.set(topic, { topic, namespaces, expiry, peer: proposer.metadata as PeerMetadata })
    await settled.catch(() => forget(topic))
  }

  async function authenticate(request: PeerRequest): Promise<void> {
    const params = isRecord(request.params) ? request.params : {}
    const requester = isRecord(params.requester) ? params.requester : {}
    const theirs = String(requester.publicKey)
    const ours = await generateKeyPair()
    const symKey = await deriveSymKey({ privateKey: ours.privateKey, publicKey: theirs })
    const answerWith = (message: string, delivery: Delivery) =>
      line.publish({
        topic: hashKey(theirs),
        message: sealEnvelope({ symKey, message, senderPublicKey: ours.publicKey }),
        ...delivery,
      })
    const { response, reject } = sessionMethods.wc_sessionAuthenticate
    try {
      await decide('wc_sessionAuthenticate', request)
    } catch (error) {
      const { code = 5000, message } = error as ProviderRpcError
      if (code === sessionErrorCodes.methodUnsupported) {
        // As a wallet that does not know the method: the proposal counts, whether it is here already or not.
        signInFirst.delete(request.topic)
        const proposal = held.get(request.topic)
        if (proposal) await propose(proposal)
      }
      return answerWith(formatRpcError({ rawId: request.rawId, code, message }), reject)
    }
    const { cacaos, namespaces } = await signCacaos({
      authPayload: params.authPayload,
      evm,
      chains: wallet.settlement.chains,
      methods: wallet.settlement.methods,
    })
    const topic = hashKey(symKey)
    await line.open(topic, symKey)
    const session = { topic, namespaces, expiry: now() + week, peer: requester.metadata as PeerMetadata }
    sessions.set(topic, session)
    const result = { cacaos, responder: { publicKey: ours.publicKey, metadata } }
    await answerWith(formatRpcResult({ rawId: request.rawId, result }), response)
  }

  async function run(params: unknown, topic: string): Promise<unknown> {
    const { request, chainId } = isRecord(params) ? params : {}
    const { method, params: args } = isRecord(request) ? request : {}
    if (typeof method !== 'string' || typeof chainId !== 'string') {
      throw new ProviderRpcError({ code: sessionErrorCodes.malformedRequestParams, message: 'Malformed' })
    }
    requests.push({ method, params: args, chainId })
    const [family = '', reference] = chainId.split(':')
    const namespace = sessions.get(topic)?.namespaces[family]
    if (!namespace?.methods.includes(method)) {
      throw new ProviderRpcError({
        code: sessionErrorCodes.unauthorizedMethod,
        message: 'Unauthorized method',
      })
    }
    if (family !== 'eip155') return answer?.({ chainId, method, params: args })
    const isSwitch = /^wallet_(switch|add)EthereumChain$/.test(method)
    const before = evm.chainId
    isServing = true
    try {
      // The request names its network; the wallet's own stays where it is, but for a switch.
      evm.switchChain(Number(reference))
      const result = await evm.provider.request({ method, params: args as object })
      if (isSwitch) await widen(topic, evm.chainId)
      return result
    } finally {
      if (!isSwitch) evm.switchChain(before)
      isServing = false
    }
  }

  /** After a switch to a network the session lacks, wallets first say so and then answer. */
  async function widen(topic: string, chainId: number): Promise<void> {
    const session = sessions.get(topic)
    const eip155 = session?.namespaces.eip155
    const chain = `eip155:${chainId}`
    if (!session || !eip155 || eip155.chains?.includes(chain)) return
    const namespaces = {
      ...session.namespaces,
      eip155: {
        ...eip155,
        chains: [...(eip155.chains ?? []), chain],
        accounts: [...eip155.accounts, ...evm.accounts.map((address) => `${chain}:${address}`)],
      },
    }
    session.namespaces = namespaces
    await line.ask(topic, 'wc_sessionUpdate', { namespaces })
  }

  function forget(topic: string) {
    sessions.delete(topic)
    line.close(topic)
  }

  function newest(): WalletSession {
    const session = [...sessions.values()].at(-1)
    if (!session) throw new Error('The wallet has no session: pair first, and let the proposal be approved.')
    return session
  }

  // What the person does in the wallet itself is told to every session.
  evm.provider.on('chainChanged', (chainId) => {
    if (!isServing) void tell({ name: 'chainChanged', data: Number(chainId) })
  })
  evm.provider.on('accountsChanged', (accounts) => {
    if (!isServing) void tell({ name: 'accountsChanged', data: accounts })
  })
  async function tell(event: { name: string; data: unknown }): Promise<void> {
    const told = [...sessions.keys()].map((topic) =>
      line.ask(topic, 'wc_sessionEvent', { event, chainId: `eip155:${evm.chainId}` }).catch(() => undefined),
    )
    await Promise.all(told)
  }

  const isOfSession = (method: string | undefined) => method?.startsWith('wc_') === true
  const wallet: WalletConnectWallet = {
    evm,
    requests,
    settlement: {},
    get sessions() {
      return [...sessions.values()]
    },
    get pending() {
      return [...approvals.pending, ...evm.pending]
    },
    setPolicy(policy: Policy, { method } = {}) {
      if (method === undefined || isOfSession(method)) approvals.setPolicy(policy, { method })
      if (!isOfSession(method)) evm.setPolicy(policy, { method })
    },
    onRequest(listener) {
      const stops = [approvals.onRequest(listener), evm.onRequest(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    waitForRequest({ method } = {}) {
      if (method !== undefined) return (isOfSession(method) ? approvals : evm).waitForRequest({ method })
      return Promise.race([approvals.waitForRequest(), evm.waitForRequest()])
    },
    release(decision) {
      approvals.release(decision)
      evm.release(decision)
    },
    async pair(uri) {
      const { topic, symKey, methods } = parsePairingUri(uri)
      if (methods?.includes('wc_sessionAuthenticate')) signInFirst.add(topic)
      await line.open(topic, symKey)
    },
    async switchChain(chainId) {
      isServing = true
      evm.switchChain(chainId)
      isServing = false
      await tell({ name: 'chainChanged', data: chainId })
    },
    async switchAccount(index) {
      isServing = true
      evm.switchAccount(index)
      isServing = false
      const first = evm.accounts[index]
      await tell({ name: 'accountsChanged', data: first ? [first] : [] })
    },
    emit: ({ name, data, chainId }) => wallet.send('wc_sessionEvent', { event: { name, data }, chainId }),
    async update(namespaces) {
      const session = newest()
      const answered = await line.ask(session.topic, 'wc_sessionUpdate', { namespaces })
      session.namespaces = namespaces as SessionNamespaces
      return answered
    },
    async extend(expiry) {
      const session = newest()
      const answered = await line.ask(
        session.topic,
        'wc_sessionExtend',
        expiry === undefined ? {} : { expiry },
      )
      session.expiry = expiry ?? now() + week
      return answered
    },
    ping: () => wallet.send('wc_sessionPing', {}),
    async disconnect() {
      const reason = { code: sessionErrorCodes.userDisconnected, message: 'User disconnected.' }
      for (const topic of [...sessions.keys()]) {
        await line.tell(topic, 'wc_sessionDelete', reason)
        forget(topic)
      }
    },
    send: (method, params) => line.ask(newest().topic, method, params),
    drop: () => line.drop(),
    close: () => line.closeAll(),
  }
  return wallet
}

const defaultMetadata: PeerMetadata = {
  name: 'Dev Mobile Wallet',
  description: 'A wallet for tests',
  url: 'https://wallet.test',
  icons: ['https://wallet.test/icon.png'],
  redirect: { native: 'devwallet://', universal: 'https://wallet.test' },
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
