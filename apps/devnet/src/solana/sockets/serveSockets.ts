import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { answerJsonRpc, type JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { toJson } from '../../jsonRpc/toJson.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { createSubscriptions } from './createSubscriptions.ts'

/** No message is larger: a transaction has 1232 bytes. */
const maxPayload = 1_000_000

/** Opens a node's subscriptions, and its methods too, to WebSockets on HTTP servers. */
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
    const all = { ...methods, ...subscriptions.methods }
    let last = Promise.resolve()
    socket.on('message', (message) => {
      // In the order of arrival: who subscribes and then sends a transaction hears of it.
      last = last
        .then(async () => {
          const answer = await answerJsonRpc({ body: String(message), methods: all })
          if (answer) socket.send(answer)
          subscriptions.flush()
        })
        // What cannot be answered ends this connection and no more.
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
