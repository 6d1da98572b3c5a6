import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import { clientIp, type Log } from '@portico/server'
import { type WebSocket, WebSocketServer } from 'ws'
import { readItems } from '../../chains/shared/upstreams/json/readItems.ts'
import { skipSpace } from '../../chains/shared/upstreams/json/skipSpace.ts'
import type { Project } from '../../infra/config/Project.ts'
import type { UpgradeHandler } from '../../infra/http/dispatchUpgrades.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { Limits } from '../../infra/limits/createLimits.ts'
import type { Projects } from '../projects/service.ts'
import type { RpcLog } from '../rpc/createRpcLog.ts'
import { type RpcRequest, readRequests } from '../rpc/readRequests.ts'
import type { RpcService } from '../rpc/service.ts'
import type { Subscriptions } from './createSubscriptions.ts'

/** JSON-RPC over WebSocket. */
export type SocketService = {
  accept: UpgradeHandler
  /** Returns the number of open sockets. */
  size(): number
  /** Rejects new sockets and closes open ones, so that clients reconnect to another process. */
  drain(): void
}

/** Limits of one socket. */
export type SocketSizes = {
  subscriptions: number
  /** Bytes of one message. */
  message: number
  /** Bytes queued for a slow client. */
  buffered: number
  /** Requests in progress. */
  requests: number
  pingMs: number
}

const defaultSizes: SocketSizes = {
  subscriptions: 100,
  message: 2 * 1024 * 1024,
  buffered: 4 * 1024 * 1024,
  requests: 100,
  pingMs: 30_000,
}
/** Cost units of starting a subscription. */
const subscriptionUnits = 5
/** Milliseconds to wait for the client's side of the closing handshake. */
const closeTimeoutMs = 2000

/** Creates the service that answers like `POST /v1`, and also supports `eth_subscribe`. */
export function createSocketService({
  rpc,
  projects,
  subscriptions,
  log,
  rpcLog,
  limits,
  trustedProxies,
  sizes: customSizes = {},
}: {
  rpc: RpcService
  projects: Projects
  subscriptions: Subscriptions
  log: Log
  rpcLog: RpcLog
  limits: Limits
  trustedProxies: number
  sizes?: Partial<SocketSizes>
}): SocketService {
  const sizes = { ...defaultSizes, ...customSizes }
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: sizes.message,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const sockets = new Set<WebSocket>()
  const silent = new WeakSet<WebSocket>()
  let draining = false

  const pings = setInterval(() => {
    for (const socket of sockets) {
      if (silent.has(socket)) socket.terminate()
      silent.add(socket)
      socket.ping()
    }
  }, sizes.pingMs)
  pings.unref()

  function end(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
  }

  type Client = { chain: CaipNetworkId; requestId: string; project: Project; ip: string }

  function serve(socket: WebSocket, { chain, requestId, project, ip }: Client): void {
    const stopById = new Map<string, () => void>()
    let answering = 0
    let starting = 0
    sockets.add(socket)
    const logged = project.listed ? project.id : undefined

    function send(text: string): void {
      if (socket.readyState !== socket.OPEN) return
      // Unsent data is held in memory: one slow client must not use up the memory of the process.
      if (socket.bufferedAmount > sizes.buffered) {
        log.info({ chain, reason: 'slow' }, 'socket closed')
        socket.terminate()
        return
      }
      socket.send(text)
    }

    /** Takes cost units. Returns the milliseconds to wait if not enough are left. */
    function take(units: number): number | undefined {
      try {
        limits.take({ project, ip, units })
        return undefined
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        return (error.retryAfterSeconds ?? 1) * 1000
      }
    }

    /** Starts a subscription. Returns its ID and a function that releases its notifications, or an error. */
    async function subscribe(params: unknown): Promise<{ id: string; release: () => void } | string> {
      if (stopById.size + starting >= sizes.subscriptions)
        return error(-32005, `A socket takes at most ${sizes.subscriptions} subscriptions.`)
      const retryAfterMs = take(subscriptionUnits)
      if (retryAfterMs !== undefined) return error(-32005, 'Too many requests.', { retryAfterMs })
      const id = `0x${randomBytes(16).toString('hex')}`
      const intro = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`
      // Hold notifications back until the client has received the subscription's ID.
      let held: string[] | undefined = []
      starting++
      const started = await subscriptions
        .start({
          chain,
          params,
          listener: {
            onResult(text) {
              const message = `${intro}${text}}}`
              if (held) held.push(message)
              else send(message)
            },
            onLost: () => end(socket, 1013, 'Notifications are missing: subscribe again.'),
          },
        })
        .finally(() => starting--)
      if (typeof started !== 'function') return error(started.code, started.message)
      if (!sockets.has(socket)) started()
      else stopById.set(id, started)
      const release = () => {
        for (const message of held ?? []) send(message)
        held = undefined
      }
      return { id, release }
    }

    const error = (code: number, message: string, data: object = {}) =>
      `"error":${JSON.stringify({ code, message, data: { requestId, ...data } })}`

    function unsubscribe(params: unknown): boolean {
      const [id] = Array.isArray(params) ? params : []
      const stop = stopById.get(id)
      stopById.delete(id)
      stop?.()
      return stop !== undefined
    }

    /** Answers `eth_subscribe` or `eth_unsubscribe` as JSON. Adds to `after` what to call once the response is sent. */
    async function answerSubscriptionRequest(
      { id, method, params }: SubscriptionRequest,
      after: (() => void)[],
    ): Promise<string | undefined> {
      let result = `"result":`
      if (method === 'eth_unsubscribe') result += unsubscribe(JSON.parse(params))
      else {
        const started = await subscribe(JSON.parse(params))
        if (typeof started === 'string') result = started
        else {
          result += `"${started.id}"`
          after.push(started.release)
        }
      }
      return id === undefined ? undefined : `{"jsonrpc":"2.0","id":${id},${result}}`
    }

    /** Answers a message as JSON. Everything but subscriptions goes through the RPC service and its method policy. */
    async function answer(body: string, after: (() => void)[]): Promise<string | undefined> {
      const handle = async (body: string) => {
        const start = performance.now()
        const { text, status, errorCode: code } = await rpc.handle({ chain, body, requestId, take })
        rpcLog({ requestId, chain, project: logged, status, code, ms: performance.now() - start })
        return text
      }
      const read = readRequests(body)
      if (read.kind === 'single' && isSubscriptionRequest(read.request))
        return answerSubscriptionRequest(read.request, after)
      if (read.kind !== 'batch' || !read.requests.some(isSubscriptionRequest)) return handle(body)
      const items = readItems(body, skipSpace(body, 0))
      const others = items.filter((_, index) => !isSubscriptionRequest(read.requests[index] as RpcRequest))
      const answers = await Promise.all([
        ...read.requests
          .filter(isSubscriptionRequest)
          .map((request) => answerSubscriptionRequest(request, after)),
        others.length > 0 ? handle(`[${others.join(',')}]`).then(unwrap) : undefined,
      ])
      const texts = answers.filter((text) => text !== undefined)
      return texts.length > 0 ? `[${texts.join(',')}]` : undefined
    }

    socket.on('message', (data) => {
      silent.delete(socket)
      const body = String(data)
      if (answering >= sizes.requests) {
        const read = readRequests(body)
        const id = (read.kind === 'single' ? read.request.id : undefined) ?? 'null'
        const message = `A socket takes at most ${sizes.requests} requests at a time.`
        return send(`{"jsonrpc":"2.0","id":${id},${error(-32005, message)}}`)
      }
      answering++
      const after: (() => void)[] = []
      answer(body, after)
        .then((text) => {
          if (text !== undefined) send(text)
          for (const step of after) step()
        })
        .catch((cause: unknown) => {
          log.error({ requestId, chain, error: cause }, 'request failed')
          end(socket, 1011, 'The gateway failed.')
        })
        .finally(() => {
          answering--
        })
    })
    socket.on('pong', () => silent.delete(socket))
    // A close event follows every error: an oversized message, an invalid frame, a reset.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const stop of stopById.values()) stop()
      stopById.clear()
    })
  }

  return {
    async accept({ request, socket, head, url, requestId }) {
      const projectId = url.searchParams.get('projectId') || [request.headers['x-project-id']].flat()[0]
      const project = projects.authorize({
        projectId: projectId || undefined,
        origin: request.headers.origin,
        authorization: request.headers.authorization,
      })
      const chain = url.searchParams.get('chainId') as CaipNetworkId | null
      if (!chain || !rpc.chains.has(chain)) {
        const detail = chain
          ? 'This gateway has no upstream for the chain.'
          : 'Required: the CAIP-2 ID of the chain.'
        throw new Problem(chain ? 'chain-not-supported' : 'invalid-request', {
          detail: `chainId: ${detail}`,
          errors: [{ pointer: 'chainId', detail }],
        })
      }
      if (draining) throw new Problem('upstream-unavailable', { detail: 'The gateway is shutting down.' })
      const ip = clientIp({
        remoteAddress: request.socket.remoteAddress,
        forwardedFor: [request.headers['x-forwarded-for']].flat()[0],
        trustedProxies,
      })
      limits.take({ project, ip, units: 1 })
      const leave = limits.openSocket({ project, ip })
      // Of the connection, not of the WebSocket: there is none if the handshake is invalid or the client has left.
      socket.once('close', leave)
      if (socket.destroyed) leave()
      server.handleUpgrade(request, socket, head, (client) =>
        serve(client, { chain, requestId, project, ip }),
      )
    },
    size: () => sockets.size,
    drain() {
      draining = true
      clearInterval(pings)
      for (const socket of sockets) end(socket, 1012, 'The gateway restarts: connect again.')
    },
  }
}

/** A call of `eth_subscribe` or `eth_unsubscribe`. */
type SubscriptionRequest = Extract<RpcRequest, { ok: true }>

function isSubscriptionRequest(request: RpcRequest): request is SubscriptionRequest {
  return request.ok && (request.method === 'eth_subscribe' || request.method === 'eth_unsubscribe')
}

/** Strips the brackets of a batch response; a single error for the whole batch is returned as it is. */
function unwrap(text: string | undefined): string | undefined {
  return text?.startsWith('[') ? text.slice(1, -1) : text
}
