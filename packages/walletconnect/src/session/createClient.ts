import { createEmitter, type KeyValueStorage } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRpcId,
  openRelaySocket,
  type SessionMethodName,
  sessionErrorCodes,
} from '@portico/protocol/walletconnect'
import { createRelayClient, type RelayClient } from '../relay/createRelayClient.ts'
import { type PageSignals, pageSignals } from '../relay/pageSignals.ts'
import type { RelayRefusedError } from '../relay/RelayRefusedError.ts'
import { connectWallet } from './connectWallet.ts'
import { createRpcMessenger, type PeerRequest, type RpcMessenger } from './createRpcMessenger.ts'
import { createSessionStore, type Lock, type SessionsChange } from './createSessionStore.ts'
import { handlePeerRequest, type PeerEvent } from './handlePeerRequest.ts'
import { methodNotApprovedError } from './methodNotApprovedError.ts'
import type { ProposedNamespaces } from './namespaces.ts'
import type { AppMetadata, ConnectedWallet, OneClick } from './pairing.ts'
import type { Session } from './Session.ts'
import { sessionEndedError } from './sessionEndedError.ts'
import { toWalletError } from './toWalletError.ts'

/** The parameters of {@link createClient}. */
export type ClientParameters = {
  relayUrl: string
  projectId: string
  metadata: AppMetadata
  storage: KeyValueStorage
  /** Defaults to the page's `WebSocket`. */
  createSocket?: CreateRelaySocket | undefined
  /** Defaults to the events of the current page. */
  page?: PageSignals | undefined
  /** Defaults to Web Locks. */
  lock?: Lock | undefined
}

/** An event of the client. */
export type ClientEvent =
  | ({ type: 'event' } & PeerEvent)
  /** Sessions were created, changed, ended or expired, in this tab or another. */
  | ({ type: 'sessions' } & SessionsChange)
  /** The relay has accepted a request, which now waits for the user in the wallet. */
  | { type: 'request'; topic: string; id: string; method: string }
  /** A request no longer waits: answered, refused, expired or cancelled. */
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
  /** Seconds the user has to respond, from 300 to 604 800; defaults to 300. */
  expiry?: number | undefined
  signal?: AbortSignal | undefined
}

/** The application's side of WalletConnect: pairs with wallets, stores sessions, sends requests. */
export type Client = {
  readonly sessions: readonly Session[]
  /** Pairs with a wallet, see `connectWallet`. */
  connect(parameters: {
    proposed: ProposedNamespaces
    oneClick?: OneClick | undefined
    onUri(uri: string, details: { expiresAt: number }): void
    signal?: AbortSignal | undefined
  }): Promise<ConnectedWallet>
  /**
   * Sends a request to the wallet and returns its result.
   *
   * @throws {RpcError} 4001 if the user rejected it; 4900 without a session; 4901 or 4200 for a chain or method outside
   * the session; 8000 if there was no response before `expiry`; otherwise the wallet's error.
   */
  request(request: ClientRequest): Promise<unknown>
  /** Resolves when the wallet has responded; rejects after 30 s. */
  ping(topic: string): Promise<void>
  /** Ends a session locally at once and notifies the wallet. Resolves when the relay has the message, or after 3 s. */
  disconnect(topic: string): Promise<void>
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: ClientEvent) => void): () => void
  /** Closes the connection and clears all timers. Sessions stay stored. */
  destroy(): void
}

/** Seconds. */
const minExpiry = 300
const maxExpiry = 604_800
const disconnectTimeoutMs = 3_000
const pingTimeoutMs = 30_000

/** Creates a client. It connects to the relay only if a session is stored or when `connect` is called. */
export function createClient({
  relayUrl,
  projectId,
  metadata,
  storage,
  createSocket = openRelaySocket,
  page = pageSignals,
  lock,
}: ClientParameters): Client {
  const store = createSessionStore({ storage, page, lock })
  const events = createEmitter<ClientEvent>()
  const settlements = new Map<string, (request: PeerRequest) => Promise<void>>()
  let relay: Promise<RelayClient> | undefined
  let isDestroyed = false

  function emit(event: ClientEvent) {
    if (!isDestroyed) events.emit(event)
  }

  const messenger: RpcMessenger = createRpcMessenger({
    getRelay,
    isPendingInAnyTab: (id) => store.isPending(id),
    async onRequest(request) {
      const settle = request.method === 'wc_sessionSettle' ? settlements.get(request.topic) : undefined
      if (settle) {
        settlements.delete(request.topic)
        await settle(request)
        return 'ack'
      }
      const session = store.getSessions().find(({ topic }) => topic === request.topic)
      if (session) {
        return handlePeerRequest({
          session,
          request,
          store,
          onEvent: (event) => emit({ type: 'event', ...event }),
        })
      }
      // The remaining topics are pairings, on which only pings are supported.
      if (request.method === 'wc_pairingPing') await request.respond(true)
      else if (request.method !== 'wc_pairingDelete') {
        await request.refuse(sessionErrorCodes.methodUnsupported, 'Unsupported method')
      }
      return 'ack'
    },
  })

  function getRelay(): Promise<RelayClient> {
    if (isDestroyed) return Promise.reject(sessionEndedError())
    relay ??= store.getSeed().then((seed) => {
      const created = createRelayClient({
        url: relayUrl,
        projectId,
        seed,
        userAgent: userAgent(),
        createSocket,
        page,
        isWaiting: () => messenger.isWaiting(),
        onMessage(message) {
          // Refresh: another tab may have stored the session before this tab received its storage event.
          if (!messenger.has(message.topic)) store.getSessions()
          return messenger.receive(message)
        },
        onRefused: (error) => emit({ type: 'refused', error }),
      })
      if (isDestroyed) created.destroy()
      return created
    })
    return relay
  }

  /** Subscribes to the topics of new sessions and unsubscribes from those of ended ones. */
  function updateSubscriptions({ after, before }: SessionsChange) {
    for (const { topic } of before) {
      if (after.some((session) => session.topic === topic)) continue
      messenger.close(topic, sessionEndedError())
      void relay?.then((client) => client.unsubscribe(topic))
    }
    for (const { topic, symKey } of after) {
      if (before.some((session) => session.topic === topic)) continue
      messenger.open(topic, { symKey })
      // A refusal has its own event, and a lost connection is restored by the relay client.
      getRelay()
        .then((client) => client.subscribe(topic))
        .catch(() => {})
    }
  }

  const unsubscribeStore = store.onSessions((change) => {
    updateSubscriptions(change)
    emit({ type: 'sessions', ...change })
  })
  updateSubscriptions({ after: store.getSessions(), before: [] })

  return {
    get sessions() {
      return store.getSessions()
    },
    connect: async (parameters) =>
      connectWallet({ ...parameters, messenger, relay: await getRelay(), store, settlements, metadata }),
    async request({ topic, chainId, method, params, expiry = minExpiry, signal }) {
      signal?.throwIfAborted()
      const session = store.getSessions().find((stored) => stored.topic === topic)
      if (!session) throw sessionEndedError()
      assertApproved({ session, chainId, method })
      const ttl = Math.min(Math.max(Math.ceil(expiry), minExpiry), maxExpiry)
      const expiryTimestamp = Math.floor(Date.now() / 1000) + ttl
      const id = createRpcId()
      await store.addPending(id, expiryTimestamp)
      const request = messenger.request({
        topic,
        id,
        ttl,
        method: 'wc_sessionRequest',
        params: { request: { method, params: params ?? [], expiryTimestamp }, chainId },
      })
      request.sent.then(
        () => emit({ type: 'request', topic, id, method }),
        () => {},
      )
      // Compare the clock every second: one long timer would be late after the device has slept.
      const timer = setInterval(() => {
        if (Date.now() >= expiryTimestamp * 1000) request.cancel(requestExpiredError())
      }, 1_000)
      const abort = () => request.cancel(signal?.reason)
      signal?.addEventListener('abort', abort, { once: true })
      try {
        return await request.response
      } catch (error) {
        throw toWalletError(method, error)
      } finally {
        clearInterval(timer)
        signal?.removeEventListener('abort', abort)
        emit({ type: 'answered', topic, id })
        await store.removePending(id)
      }
    },
    async ping(topic) {
      const method: SessionMethodName = 'wc_sessionPing'
      const request = messenger.request({ topic, method, params: {}, timeoutMs: pingTimeoutMs })
      const timer = setTimeout(() => request.cancel(requestExpiredError()), pingTimeoutMs)
      await request.response.finally(() => clearTimeout(timer))
    },
    async disconnect(topic) {
      const params = { code: sessionErrorCodes.userDisconnected, message: 'User disconnected.' }
      const notified = messenger.notify({ topic, method: 'wc_sessionDelete', params }).catch(() => {})
      await store.updateSessions((sessions) => sessions.filter((session) => session.topic !== topic))
      let timer: ReturnType<typeof setTimeout> | undefined
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, disconnectTimeoutMs)
      })
      await Promise.race([notified, timeout])
      clearTimeout(timer)
    },
    subscribe: events.on,
    destroy() {
      isDestroyed = true
      unsubscribeStore()
      store.destroy()
      void relay?.then((client) => client.destroy())
    },
  }
}

function assertApproved({ session, chainId, method }: { session: Session; chainId: string; method: string }) {
  const [namespace = ''] = chainId.split(':')
  const approved = Object.hasOwn(session.namespaces, namespace) ? session.namespaces[namespace] : undefined
  if (!approved?.chains.some((chain) => chain === chainId)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: 'The session does not include this network.',
      metaMessages: [`Network: ${chainId.slice(0, 100)}`],
    })
  }
  if (!approved.methods.includes(method)) throw methodNotApprovedError(method)
}

function requestExpiredError(): RpcError {
  return new RpcError({
    rpcCode: sessionErrorCodes.sessionRequestExpired,
    message: 'The request expired.',
  })
}

/** Returns the user agent in the format of the protocol, without the version of browser or system. */
function userAgent(): string {
  const host = typeof location === 'undefined' ? '' : `:${location.hostname}`
  return `wc-2/portico-0.1.0/${typeof window === 'undefined' ? 'node' : 'browser'}${host}`
}
