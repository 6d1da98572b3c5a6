import type { Socket } from 'node:net'
import { RequestProblem } from '@portico/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { UpgradeHandler } from '../../http/dispatchUpgrades.ts'
import type { HttpProblem } from '../../http/HttpProblem.ts'
import type { Projects } from '../projects/service.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readRelayClient } from './readRelayClient.ts'
import type { RelayClient, RelayService } from './service.ts'

/** A message of the largest size and what comes with it, ten times: batches. */
const maxFrame = 1024 * 1024
/** Milliseconds for the other side's goodbye. */
const goodbyeMs = 2000

/**
 * The relay's WebSocket: `/` and `/relay`.
 *
 * Browsers cannot read why an upgrade was refused. Clients that say `useOnCloseEvent` are let in, and told by the close
 * event; the others get an HTTP answer.
 */
export function relayUpgrade({
  relay,
  projects,
  open,
  hosts,
  ipOf,
  now = Date.now,
}: {
  relay: RelayService
  projects: Projects
  open: boolean
  hosts: readonly string[]
  ipOf(upgrade: { remoteAddress: string | undefined; forwardedFor: string | undefined }): string
  now?: () => number
}): UpgradeHandler {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Everything is encrypted already: it does not get smaller.
    perMessageDeflate: false,
    maxPayload: maxFrame,
  })

  return ({ request, socket, head, url }) => {
    const accept = (take: (ws: WebSocket) => void) =>
      server.handleUpgrade(request, socket, head, (ws) => {
        // Broken frames and lines: the close event follows, and says what there is to say.
        ws.on('error', () => undefined)
        take(ws)
      })
    try {
      const { headers } = request
      relay.admit(
        ipOf({
          remoteAddress: request.socket.remoteAddress,
          forwardedFor: [headers['x-forwarded-for']].flat().join(','),
        }),
      )
      const client = readRelayClient({
        query: url.searchParams,
        authorization: headers.authorization,
        origin: headers.origin,
        host: headers.host,
        hosts,
        projects,
        open,
        now: now(),
      })
      accept((ws) => connect(ws, socket as Socket, client))
    } catch (error) {
      if (!(error instanceof RequestProblem) || url.searchParams.get('useOnCloseEvent') !== 'true')
        throw error
      accept((ws) => sayGoodbye(ws, error))
    }
  }

  function connect(ws: WebSocket, stream: Socket, client: RelayClient): void {
    try {
      const connection = relay.connect({ ...client, socket: relaySocket(ws) })
      ws.on('message', (data) => connection.onMessage(String(data)))
      ws.on('pong', connection.onPong)
      ws.on('close', connection.onClose)
      stream.on('drain', connection.onDrain)
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error
      sayGoodbye(ws, error)
    }
  }
}

const closeCodes: Readonly<Record<number, number>> = { 401: 3000, 403: 3000, 429: 1013 }

function sayGoodbye(ws: WebSocket, problem: HttpProblem): void {
  closeSoon(ws, closeCodes[problem.status] ?? 1001, problem.details ?? problem.shortMessage)
}

function closeSoon(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason)
  const timer = setTimeout(() => ws.terminate(), goodbyeMs)
  ws.once('close', () => clearTimeout(timer))
}

function relaySocket(ws: WebSocket): RelaySocket {
  return {
    send: (text) => ws.send(text),
    buffered: () => ws.bufferedAmount,
    close(code, reason) {
      // A paused socket would not hear the other side's goodbye.
      ws.resume()
      closeSoon(ws, code, reason)
    },
    terminate: () => ws.terminate(),
    setPaused: (paused) => (paused ? ws.pause() : ws.resume()),
    ping: () => ws.ping(),
  }
}
