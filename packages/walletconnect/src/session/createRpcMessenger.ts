import { RpcError } from '@portico/protocol'
import {
  createRpcId,
  type Delivery,
  formatRpcError,
  formatRpcRequest,
  formatRpcResult,
  hashMessage,
  type OpenEnvelopeParameters,
  openEnvelope,
  parseRpcMessage,
  type SessionMethodName,
  sealEnvelope,
  sessionMethods,
} from '@portico/protocol/walletconnect'
import type { MessageOutcome, RelayMessage } from '../relay/createMessageQueue.ts'
import type { RelayClient } from '../relay/createRelayClient.ts'
import { sessionEndedError } from './sessionEndedError.ts'

/** The key that decrypts a topic's envelopes: the shared one, or the receiver's private key for type 1 envelopes. */
export type TopicKey = { symKey: string } | { privateKey: string }

/** A request from the peer. */
export type PeerRequest = {
  topic: string
  id: string
  method: string
  params: unknown
  /** Hash of the message, the same in every tab. */
  hash: string
  /** Sends the result. Resolves when the relay has accepted it. */
  respond(result: unknown): Promise<void>
  /** Sends an error. Resolves when the relay has accepted it. */
  refuse(code: number, message: string): Promise<void>
}

/** The parameters of {@link RpcMessenger.request}. */
export type SendRequest = {
  topic: string
  method: SessionMethodName
  params: unknown
  /** Seconds the relay stores the request; defaults to the method's standard time. */
  ttl?: number | undefined
  /** Milliseconds to keep trying to publish the request; defaults to `ttl`. */
  timeoutMs?: number | undefined
  id?: string | undefined
  /** A second topic on which the response may arrive. */
  responseTopic?: string | undefined
}

/** A request that was sent or is being sent. */
export type SentRequest = {
  id: string
  /** Resolves when the relay has accepted the request. */
  sent: Promise<void>
  /** Resolves with the peer's result; rejects with an `RpcError` if the peer responds with an error. */
  response: Promise<unknown>
  /** Stops waiting: `response` rejects with `reason`. */
  cancel(reason: Error): void
}

/** Sends and receives JSON-RPC messages in encrypted envelopes over a relay. */
export type RpcMessenger = {
  open(topic: string, key: TopicKey): void
  /** Deletes a topic's key and rejects the requests waiting on it with `reason`. */
  close(topic: string, reason: Error): void
  has(topic: string): boolean
  request(request: SendRequest): SentRequest
  /** Sends a request without waiting for the response. Resolves when the relay has accepted it. */
  notify(request: SendRequest): Promise<void>
  /** Whether a response is awaited. */
  isWaiting(): boolean
  receive(message: RelayMessage): Promise<MessageOutcome>
}

/** Milliseconds to keep trying to publish a response. Later messages of the topic wait for it. */
const respondTimeoutMs = 60_000

type PendingRequest = {
  topics: readonly string[]
  resolve(result: unknown): void
  reject(error: Error): void
}

export function createRpcMessenger({
  getRelay,
  onRequest,
  isPendingInAnyTab,
}: {
  getRelay(): Promise<RelayClient>
  onRequest(request: PeerRequest): Promise<MessageOutcome>
  /** Whether any tab waits for the response with this id. */
  isPendingInAnyTab(id: string): boolean
}): RpcMessenger {
  const keys = new Map<string, TopicKey>()
  const pendingRequests = new Map<string, PendingRequest>()

  async function publish(
    topic: string,
    symKey: string,
    text: string,
    delivery: Delivery & { timeoutMs?: number | undefined },
  ): Promise<void> {
    const message = sealEnvelope({ symKey, message: text })
    const relay = await getRelay()
    await relay.publish({ topic, message, ...delivery })
  }

  function send({ topic, method, params, ttl, timeoutMs, id = createRpcId() }: SendRequest): Promise<void> {
    const key = keys.get(topic)
    if (!key || !('symKey' in key)) return Promise.reject(sessionEndedError())
    const delivery = sessionMethods[method].request
    const text = formatRpcRequest({ id, method, params })
    return publish(topic, key.symKey, text, { ...delivery, ttl: ttl ?? delivery.ttl, timeoutMs })
  }

  return {
    open: (topic, key) => void keys.set(topic, key),
    close(topic, reason) {
      keys.delete(topic)
      for (const pending of [...pendingRequests.values()]) {
        if (pending.topics.includes(topic)) pending.reject(reason)
      }
    },
    has: (topic) => keys.has(topic),
    request(request) {
      const id = request.id ?? createRpcId()
      const { topic, responseTopic = topic } = request
      const pending: PendingRequest = { topics: [topic, responseTopic], resolve: () => {}, reject: () => {} }
      const response = new Promise<unknown>((resolve, reject) => {
        const finish = <T>(settle: (value: T) => void) => {
          return (value: T) => {
            pendingRequests.delete(id)
            settle(value)
          }
        }
        pending.resolve = finish(resolve)
        pending.reject = finish(reject)
        pendingRequests.set(id, pending)
      })
      const sent = send({ ...request, id })
      sent.catch(pending.reject)
      // A caller that only awaits `sent` must not cause an unhandled rejection of `response`.
      response.catch(() => {})
      return { id, sent, response, cancel: pending.reject }
    },
    notify: send,
    isWaiting: () => pendingRequests.size > 0,
    async receive({ topic, message }) {
      const key = keys.get(topic)
      // The topic belongs to another tab or was just closed: leave the message to the tab that has the topic.
      if (!key) return 'leave'
      let opened: { message: string; symKey: string; senderPublicKey?: string | undefined }
      try {
        opened = await openEnvelope({ envelope: message, ...key } as OpenEnvelopeParameters)
      } catch {
        // Undecryptable in every tab: damaged, or sent by someone who knows the topic but not the key.
        return 'ack'
      }
      const rpcMessage = parseRpcMessage(opened.message)
      if (!rpcMessage) return 'ack'
      if (rpcMessage.kind === 'request') {
        const { rawId, id, method, params } = rpcMessage
        const methods: Readonly<Record<string, { response: Delivery }>> = sessionMethods
        const { response } =
          (Object.hasOwn(methods, method) ? methods[method] : undefined) ?? sessionMethods.wc_sessionRequest
        const delivery = { ...response, timeoutMs: respondTimeoutMs }
        return onRequest({
          topic,
          id,
          method,
          params,
          hash: hashMessage(topic + message),
          respond: (result) => publish(topic, opened.symKey, formatRpcResult({ rawId, result }), delivery),
          refuse: (code, reason) =>
            publish(topic, opened.symKey, formatRpcError({ rawId, code, message: reason }), delivery),
        })
      }
      const pending = pendingRequests.get(rpcMessage.id)
      // If another tab sent the request, the response stays in the mailbox until that tab wakes up.
      if (!pending?.topics.includes(topic)) return isPendingInAnyTab(rpcMessage.id) ? 'leave' : 'ack'
      if (rpcMessage.kind === 'result') pending.resolve(rpcMessage.result)
      else pending.reject(toError(rpcMessage))
      return 'ack'
    },
  }
}

function toError({ code, message, data }: { code: number; message: string; data?: unknown }): RpcError {
  return new RpcError({
    rpcCode: code,
    message: 'The wallet refused the request.',
    details: message || undefined,
    data,
  })
}
