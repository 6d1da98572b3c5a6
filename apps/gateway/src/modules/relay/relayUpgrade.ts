import type { Socket } from 'node:net'
import { problemDetail, problemKind } from '@portico/server'
import { type WebSocket, WebSocketServer } from 'ws'
import type { UpgradeHandler } from '../../infra/http/dispatchUpgrades.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { problems } from '../../infra/http/problems.ts'
import type { Projects } from '../projects/service.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readRelayClient } from './readRelayClient.ts'
import type { RelayClient, RelayService } from './service.ts'

/** Bytes of one frame: enough for a batch of ten messages of the largest size. */
const maxFrame = 1024 * 1024
/** Milliseconds to wait for the client's side of the closing handshake. */
const closeTimeoutMs = 2000

/**
 * Creates the upgrade handler of the relay's WebSocket at `/` and `/relay`.
 *
 * Browsers cannot read the HTTP response of a rejected upgrade. For clients with `useOnCloseEvent=true` the upgrade is
 * accepted and the reason is sent as a close frame; others get an HTTP response.
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
    // Messages are encrypted, so they do not compress.
    perMessageDeflate: false,
    maxPayload: maxFrame,
  })

  return ({ request, socket, head, url }) => {
    const accept = (onOpen: (ws: WebSocket) => void) =>
      server.handleUpgrade(request, socket, head, (ws) => {
        // A close event follows every error, with its code and reason.
        ws.on('error', () => undefined)
        onOpen(ws)
      })
    try {
      const { headers } = request
      const address = ipOf({
        remoteAddress: request.socket.remoteAddress,
        forwardedFor: [headers['x-forwarded-for']].flat().join(','),
      })
      relay.admit(address)
      const client = readRelayClient({
        query: url.searchParams,
        authorization: headers.authorization,
        origin: headers.origin,
        address,
        hosts,
        projects,
        open,
        now: now(),
      })
      accept((ws) => connect(ws, socket as Socket, client))
    } catch (error) {
      if (!(error instanceof Problem) || url.searchParams.get('useOnCloseEvent') !== 'true') throw error
      accept((ws) => closeWithProblem(ws, error))
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
      if (!(error instanceof Problem)) throw error
      closeWithProblem(ws, error)
    }
  }
}

const closeCodes: Readonly<Record<number, number>> = { 401: 3000, 403: 3000, 429: 1013 }

function closeWithProblem(ws: WebSocket, problem: Problem): void {
  const { status } = problemKind({ problem, problems })
  closeOrTerminate(ws, closeCodes[status] ?? 1001, problemDetail({ problem, problems }))
}

function closeOrTerminate(ws: WebSocket, code: number, reason: string): void {
  ws.close(code, reason)
  const timer = setTimeout(() => ws.terminate(), closeTimeoutMs)
  ws.once('close', () => clearTimeout(timer))
}

function relaySocket(ws: WebSocket): RelaySocket {
  return {
    send: (text) => ws.send(text),
    buffered: () => ws.bufferedAmount,
    close(code, reason) {
      // A paused socket would not receive the client's close frame.
      ws.resume()
      closeOrTerminate(ws, code, reason)
    },
    terminate: () => ws.terminate(),
    setPaused: (paused) => (paused ? ws.pause() : ws.resume()),
    ping: () => ws.ping(),
  }
}
