import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerJsonRpc, type JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { toJson } from '../../jsonRpc/toJson.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { createSubscriptions } from './createSubscriptions.ts'

/** Maximum message size in bytes; a transaction has at most 1232. */
const maxPayload = 1_000_000

/** Serves a node's methods and subscriptions over WebSockets on HTTP servers. */
export function serveSockets({
  servers,
  ledger,
  methods,
}: {
  servers: Server[]
  ledger: Ledger
  methods: JsonRpcMethods
}): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload })
  for (const server of servers) {
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened))
    })
  }
  sockets.on('connection', (socket: WebSocket) => {
    const subscriptions = createSubscriptions({
      ledger,
      notify: (method, subscription, result) =>
        socket.send(toJson({ jsonrpc: '2.0', method, params: { result, subscription } })),
    })
    const allMethods = { ...methods, ...subscriptions.methods }
    let pending = Promise.resolve()
    socket.on('message', (message) => {
      // In order of arrival, so that a subscription covers a transaction sent after it.
      pending = pending
        .then(async () => {
          const answer = await answerJsonRpc({ body: String(message), methods: allMethods })
          if (answer) socket.send(answer)
          subscriptions.flush()
        })
        // An unexpected error ends only this connection.
        .catch(() => socket.terminate())
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => subscriptions.close())
  })
  return {
    close() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
