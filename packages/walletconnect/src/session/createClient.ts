import type { KeyValueStorage } from '@portico/core'
import { isUserRejection, RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRpcId,
  openRelaySocket,
  type SessionMethodName,
  sessionErrorCodes,
} from '@portico/protocol/walletconnect'
import { createRelay, type Relay } from '../relay/createRelay.ts'
import { type PageSignals, pageSignals } from '../relay/pageSignals.ts'
import type { RelayRefusedError } from '../relay/RelayRefusedError.ts'
import { answerPeer, type PeerEvent } from './answerPeer.ts'
import { type AppMetadata, type ConnectedWallet, connectWallet, type OneClick } from './connectWallet.ts'
import { createMessenger, type Messenger, type PeerRequest } from './createMessenger.ts'
import { createVault, type Lock } from './createVault.ts'
import type { ProposedNamespaces } from './namespaces.ts'
import type { Session } from './Session.ts'

/** What {@link createClient} takes. */
export type ClientParameters = {
  relayUrl: string
  projectId: string
  metadata: AppMetadata
  storage: KeyValueStorage
  /** The page's `WebSocket` if left out. */
  createSocket?: CreateRelaySocket | undefined
  /** The page's own if left out. */
  page?: PageSignals | undefined
  /** Web Locks if left out. */
  lock?: Lock | undefined
}

/** What a client tells. */
export type ClientEvent =
  | ({ type: 'event' } & PeerEvent)
  /** Sessions were made, changed, ended or expired, in this tab or another. */
  | { type: 'sessions'; after: readonly Session[]; before: readonly Session[] }
  /** A request is at the relay and waits for the person with the wallet. */
  | { type: 'request'; topic: string; id: string; method: string }
  | { type: 'answered'; topic: string; id: string }
  /** The relay does not accept this application. */
  | { type: 'refused'; error: RelayRefusedError }

/** A request to a wallet. */
export type ClientRequest = {
  topic: string
  /** CAIP-2. */
  chainId: string
  method: string
  params: unknown
  /** Seconds it may wait for the person: 300 to 604 800; 300 if left out. */
  expiry?: number | undefined
  signal?: AbortSignal | undefined
}

/** The application's side of WalletConnect: pairs, keeps sessions, asks wallets. */
export type Client = {
  readonly sessions: readonly Session[]
  connect(parameters: {
    proposed: ProposedNamespaces
    oneClick?: OneClick | undefined
    onUri(uri: string, details: { expiresAt: number }): void
    signal?: AbortSignal | undefined
  }): Promise<ConnectedWallet>
  /**
   * @throws {RpcError} 4001 where the person said no; 4900 without a session; 4901 and 4200 for a chain or method the
   * session lacks; 8000 when nobody answered in time; else as the wallet answered.
   */
  request(request: ClientRequest): Promise<unknown>
  /** Resolves when the wallet has answered. */
  ping(topic: string): Promise<void>
  /** Ends a session: here at once, and the wallet is told. Resolves when the relay knows it, or after 3 s. */
  disconnect(topic: string): Promise<void>
  subscribe(listener: (event: ClientEvent) => void): () => void
  /** Ends every line and timer; sessions stay. */
  destroy(): void
}

const expiries = { least: 300, most: 604_800 }
/** Milliseconds. */
const patience = { disconnect: 3_000, ping: 30_000 }

/** Makes a client. No socket is opened before a session was found or a pairing is asked for. */
export function createClient({
  relayUrl,
  projectId,
  metadata,
  storage,
  createSocket = openRelaySocket,
  page = pageSignals,
  lock,
}: ClientParameters): Client {
  const vault = createVault({ storage, page, lock })
  const listeners = new Set<(event: ClientEvent) => void>()
  const settlements = new Map<string, (request: PeerRequest) => Promise<void>>()
  let relay: Promise<Relay> | undefined
  let isDestroyed = false

  function emit(event: ClientEvent) {
    for (const listener of [...listeners]) {
      try {
        listener(event)
      } catch (error) {
        // One listener's fault is not the others'.
        globalThis.reportError?.(error)
      }
    }
  }

  const messenger: Messenger = createMessenger({
    getRelay,
    isElsewhere: (id) => vault.isPending(id),
    async onRequest(request) {
      const settle = request.method === 'wc_sessionSettle' ? settlements.get(request.topic) : undefined
      if (settle) {
        settlements.delete(request.topic)
        await settle(request)
        return 'done'
      }
      const session = vault.getSessions().find(({ topic }) => topic === request.topic)
      if (session) {
        return answerPeer({ session, request, vault, onEvent: (event) => emit({ type: 'event', ...event }) })
      }
      // What is left are pairings, on which a wallet may only ask whether we are there.
      if (request.method === 'wc_pairingPing') await request.respond(true)
      else if (request.method !== 'wc_pairingDelete') {
        await request.refuse(sessionErrorCodes.methodUnsupported, 'Unsupported method')
      }
      return 'done'
    },
  })

  function getRelay(): Promise<Relay> {
    if (isDestroyed) return Promise.reject(ended())
    relay ??= vault.getSeed().then((seed) => {
      const made = createRelay({
        url: relayUrl,
        projectId,
        seed,
        userAgent: userAgent(),
        createSocket,
        page,
        isWaiting: () => messenger.isWaiting(),
        onMessage(message) {
          // Another tab may have made the session a moment ago, before this one heard of it.
          if (!messenger.has(message.topic)) vault.getSessions()
          return messenger.receive(message)
        },
        onRefused: (error) => emit({ type: 'refused', error }),
      })
      if (isDestroyed) made.destroy()
      return made
    })
    return relay
  }

  function follow(after: readonly Session[], before: readonly Session[]) {
    for (const { topic } of before) {
      if (after.some((one) => one.topic === topic)) continue
      messenger.close(topic, ended())
      void relay?.then((line) => line.unsubscribe(topic))
    }
    for (const { topic, symKey } of after) {
      if (before.some((one) => one.topic === topic)) continue
      messenger.open(topic, { symKey })
      // A relay that refuses is told of by its own event; a lost line comes back by itself.
      getRelay()
        .then((line) => line.subscribe(topic))
        .catch(() => {})
    }
  }

  vault.onSessions((after, before) => {
    follow(after, before)
    emit({ type: 'sessions', after, before })
  })
  follow(vault.getSessions(), [])

  function send(topic: string, method: SessionMethodName, params: unknown, limit: number): Promise<unknown> {
    const asked = messenger.request({ topic, method, params, patience: limit })
    const timer = setTimeout(() => asked.giveUp(expired()), limit)
    return asked.answer.finally(() => clearTimeout(timer))
  }

  return {
    get sessions() {
      return vault.getSessions()
    },
    async connect(parameters) {
      const connected = await connectWallet({
        ...parameters,
        messenger,
        relay: await getRelay(),
        vault,
        settlements,
        metadata,
      })
      return connected
    },
    async request({ topic, chainId, method, params, expiry = expiries.least, signal }) {
      signal?.throwIfAborted()
      const session = vault.getSessions().find((one) => one.topic === topic)
      if (!session) throw ended()
      assertApproved({ session, chainId, method })
      const ttl = Math.min(Math.max(Math.ceil(expiry), expiries.least), expiries.most)
      const expiryTimestamp = Math.floor(Date.now() / 1000) + ttl
      const id = createRpcId()
      await vault.addPending(id, expiryTimestamp)
      const asked = messenger.request({
        topic,
        id,
        ttl,
        method: 'wc_sessionRequest',
        params: { request: { method, params: params ?? [], expiryTimestamp }, chainId },
      })
      asked.sent.then(
        () => emit({ type: 'request', topic, id, method }),
        () => {},
      )
      // Waited for in pieces: the longest expiry is longer than a page's timers hold on a sleeping device.
      const timer = setInterval(() => {
        if (Date.now() >= expiryTimestamp * 1000) asked.giveUp(expired())
      }, 1_000)
      const abort = () => asked.giveUp(signal?.reason)
      signal?.addEventListener('abort', abort, { once: true })
      try {
        return await asked.answer
      } catch (error) {
        throw isUserRejection(error) ? rejected(error) : error
      } finally {
        clearInterval(timer)
        signal?.removeEventListener('abort', abort)
        emit({ type: 'answered', topic, id })
        await vault.removePending(id)
      }
    },
    async ping(topic) {
      await send(topic, 'wc_sessionPing', {}, patience.ping)
    },
    async disconnect(topic) {
      const params = { code: sessionErrorCodes.userDisconnected, message: 'User disconnected.' }
      const told = messenger.notify({ topic, method: 'wc_sessionDelete', params }).catch(() => {})
      await vault.updateSessions((sessions) => sessions.filter((one) => one.topic !== topic))
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience.disconnect)
      })
      await Promise.race([told, late])
      clearTimeout(timer)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    destroy() {
      isDestroyed = true
      vault.destroy()
      listeners.clear()
      void relay?.then((line) => line.destroy())
    },
  }
}

function assertApproved({ session, chainId, method }: { session: Session; chainId: string; method: string }) {
  const [family = ''] = chainId.split(':')
  const approved = Object.hasOwn(session.namespaces, family) ? session.namespaces[family] : undefined
  if (!approved?.chains.some((chain) => chain === chainId)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: 'The session with the wallet does not hold this network.',
      metaMessages: [`Network: ${chainId.slice(0, 100)}`],
    })
  }
  if (!approved.methods.includes(method)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: 'The wallet did not agree to this method.',
      metaMessages: [`Method: ${method.slice(0, 100)}`],
    })
  }
}

function rejected(cause: unknown): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'The user rejected the request.',
    cause,
  })
}

function expired(): RpcError {
  return new RpcError({
    rpcCode: sessionErrorCodes.sessionRequestExpired,
    message: 'Nobody answered the request in the wallet in time.',
  })
}

function ended(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.disconnected,
    message: 'The session with the wallet has ended.',
  })
}

/** What the protocol asks clients to call themselves; no version of a browser or system is told. */
function userAgent(): string {
  const host = typeof location === 'undefined' ? '' : `:${location.hostname}`
  return `wc-2/portico-0.1.0/${typeof window === 'undefined' ? 'node' : 'browser'}${host}`
}
