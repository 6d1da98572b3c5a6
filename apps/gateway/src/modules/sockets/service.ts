import { randomBytes } from 'node:crypto'
import type { CaipNetworkId } from '@portico/protocol'
import { clientIp, type Log, RequestProblem } from '@portico/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { UpgradeHandler } from '../../http/dispatchUpgrades.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Limits } from '../../limits/createLimits.ts'
import { readItems } from '../../upstreams/json/readItems.ts'
import { skipSpace } from '../../upstreams/json/skipSpace.ts'
import type { Project, Projects } from '../projects/service.ts'
import { type RpcRequest, readRequests } from '../rpc/readRequests.ts'
import type { RpcService } from '../rpc/service.ts'
import type { Subscriptions } from './createSubscriptions.ts'

/** JSON-RPC over WebSocket. */
export type SocketService = {
  accept: UpgradeHandler
  /** How many sockets are open. */
  size(): number
  /** Refuses new sockets and closes those that are open: clients come again, to another process. */
  drain(): void
}

/** What one socket may take. */
export type SocketSizes = {
  subscriptions: number
  /** Bytes of one message. */
  message: number
  /** Bytes that wait for a slow client. */
  buffered: number
  /** Requests that are being answered. */
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
/** What starting a subscription costs, in the units of `limits`. */
const subscriptionUnits = 5
/** How long a client has to answer a close. */
const closingMs = 2000

/** Answers like `POST /v1`, and `eth_subscribe` besides. */
export function createSocketService({
  rpc,
  projects,
  subscriptions,
  log,
  limits,
  trustedProxies,
  sizes: given = {},
}: {
  rpc: RpcService
  projects: Projects
  subscriptions: Subscriptions
  log: Log
  limits: Limits
  trustedProxies: number
  sizes?: Partial<SocketSizes>
}): SocketService {
  const sizes = { ...defaultSizes, ...given }
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
    setTimeout(() => socket.terminate(), closingMs).unref()
  }

  type Client = { chain: CaipNetworkId; requestId: string; project: Project; ip: string }

  function serve(socket: WebSocket, { chain, requestId, project, ip }: Client): void {
    const own = new Map<string, () => void>()
    let answering = 0
    let starting = 0
    sockets.add(socket)

    function send(text: string): void {
      if (socket.readyState !== socket.OPEN) return
      // What cannot be sent is kept in memory: one slow client must not cost the others theirs.
      if (socket.bufferedAmount > sizes.buffered) {
        log.info({ chain, reason: 'slow' }, 'socket closed')
        socket.terminate()
        return
      }
      socket.send(text)
    }

    /** How long to wait, if there are not enough units left. */
    function take(units: number): number | undefined {
      try {
        limits.take({ project, ip, units })
        return undefined
      } catch (error) {
        if (!(error instanceof RequestProblem)) throw error
        return Number(error.headers['retry-after'] ?? 1) * 1000
      }
    }

    /** The subscription's id and a function that lets its notifications through, or an error. */
    async function subscribe(params: unknown): Promise<{ id: string; release: () => void } | string> {
      if (own.size + starting >= sizes.subscriptions)
        return error(-32005, `A socket takes at most ${sizes.subscriptions} subscriptions.`)
      const retryAfterMs = take(subscriptionUnits)
      if (retryAfterMs !== undefined) return error(-32005, 'Too many requests.', { retryAfterMs })
      const id = `0x${randomBytes(16).toString('hex')}`
      const intro = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}","result":`
      // Nothing is told of a subscription whose id the client does not know yet.
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
      else own.set(id, started)
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
      const stop = own.get(id)
      own.delete(id)
      stop?.()
      return stop !== undefined
    }

    /** The answer to one of our own methods as JSON; `after` gets what is to be done once it is sent. */
    async function answerOwn(
      { id, method, params }: Own,
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

    /** The answer as JSON. Only what is about subscriptions is looked at here, so that nothing else is another way in. */
    async function answer(body: string, after: (() => void)[]): Promise<string | undefined> {
      const handle = async (body: string) => (await rpc.handle({ chain, body, requestId, take })).text
      const read = readRequests(body)
      if (read.kind === 'single' && isOwn(read.request)) return answerOwn(read.request, after)
      if (read.kind !== 'batch' || !read.requests.some(isOwn)) return handle(body)
      const items = readItems(body, skipSpace(body, 0))
      const others = items.filter((_, index) => !isOwn(read.requests[index] as RpcRequest))
      const answers = await Promise.all([
        ...read.requests.filter(isOwn).map((request) => answerOwn(request, after)),
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
    // A close follows: too large a message, bytes that are no frame, a reset.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const stop of own.values()) stop()
      own.clear()
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
          ? 'There is no node of this chain here.'
          : 'Required: the CAIP-2 id of the chain.'
        throw new HttpProblem(chain ? 'chain-not-supported' : 'invalid-request', {
          detail: `chainId: ${detail}`,
          errors: [{ pointer: 'chainId', detail }],
        })
      }
      if (draining) throw new HttpProblem('upstream-unavailable', { detail: 'The gateway is ending.' })
      const ip = clientIp({
        remoteAddress: request.socket.remoteAddress,
        forwardedFor: [request.headers['x-forwarded-for']].flat()[0],
        trustedProxies,
      })
      limits.take({ project, ip, units: 1 })
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

/** A request that is about subscriptions. */
type Own = Extract<RpcRequest, { ok: true }>

function isOwn(request: RpcRequest): request is Own {
  return request.ok && (request.method === 'eth_subscribe' || request.method === 'eth_unsubscribe')
}

/** What stands in the list of a batch's answers; an error that is about all of it stands for itself. */
function unwrap(text: string | undefined): string | undefined {
  return text?.startsWith('[') ? text.slice(1, -1) : text
}
