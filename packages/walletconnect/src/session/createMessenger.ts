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
import type { Receipt, Relay, RelayMessage } from '../relay/createRelay.ts'

/** How a topic's envelopes are opened: with the key both hold, or as the receiver of type 1. */
export type TopicKey = { symKey: string } | { privateKey: string }

/** A request of the other side. */
export type PeerRequest = {
  topic: string
  id: string
  method: string
  params: unknown
  /** The message's own hash: the same in every tab. */
  hash: string
  /** Resolves when the relay has the answer. */
  respond(result: unknown): Promise<void>
  refuse(code: number, message: string): Promise<void>
}

/** What {@link Messenger.request} takes. */
export type SendRequest = {
  topic: string
  method: SessionMethodName
  params: unknown
  /** Seconds the relay keeps it; that of the method if left out. */
  ttl?: number | undefined
  /** Milliseconds to try to give it to the relay; as long as the relay would keep it if left out. */
  patience?: number | undefined
  id?: string | undefined
  /** A second topic the answer may come on. */
  answerTopic?: string | undefined
}

/** A request under way. */
export type SentRequest = {
  id: string
  /** The relay has it. */
  sent: Promise<void>
  /** The other side's answer, and the public key it came with (type 1). Rejects with an `RpcError` on a refusal. */
  answer: Promise<unknown>
  /** Waits no more: `answer` rejects with the reason. */
  giveUp(reason: Error): void
}

/** Speaks JSON-RPC with peers, in envelopes, over a relay. */
export type Messenger = {
  open(topic: string, key: TopicKey): void
  /** Forgets a topic's key; what waits for an answer on it ends with the reason. */
  close(topic: string, reason: Error): void
  has(topic: string): boolean
  request(request: SendRequest): SentRequest
  /** A request whose answer nobody waits for. */
  notify(request: SendRequest): Promise<void>
  /** Whether anything waits for an answer. */
  isWaiting(): boolean
  receive(message: RelayMessage): Promise<Receipt>
}

/** Milliseconds to try to give an answer to the relay: what comes after it on the topic waits so long. */
const answerPatience = 60_000

type Waiting = { topics: readonly string[]; resolve(result: unknown): void; reject(error: Error): void }

export function createMessenger({
  getRelay,
  onRequest,
  isElsewhere,
}: {
  getRelay(): Promise<Relay>
  onRequest(request: PeerRequest): Promise<Receipt>
  /** Whether another tab waits for the answer with this id. */
  isElsewhere(id: string): boolean
}): Messenger {
  const keys = new Map<string, TopicKey>()
  const waiting = new Map<string, Waiting>()

  async function publish(
    topic: string,
    symKey: string,
    text: string,
    delivery: Delivery & { patience?: number | undefined },
  ): Promise<void> {
    const message = sealEnvelope({ symKey, message: text })
    const relay = await getRelay()
    await relay.publish({ topic, message, ...delivery })
  }

  function send({ topic, method, params, ttl, patience, id = createRpcId() }: SendRequest): Promise<void> {
    const key = keys.get(topic)
    if (!key || !('symKey' in key)) return Promise.reject(closed())
    const delivery = sessionMethods[method].request
    const text = formatRpcRequest({ id, method, params })
    return publish(topic, key.symKey, text, { ...delivery, ttl: ttl ?? delivery.ttl, patience })
  }

  return {
    open: (topic, key) => void keys.set(topic, key),
    close(topic, reason) {
      keys.delete(topic)
      for (const one of [...waiting.values()]) if (one.topics.includes(topic)) one.reject(reason)
    },
    has: (topic) => keys.has(topic),
    request(request) {
      const id = request.id ?? createRpcId()
      const { topic, answerTopic = topic } = request
      const entry: Waiting = { topics: [topic, answerTopic], resolve: () => {}, reject: () => {} }
      const answer = new Promise<unknown>((resolve, reject) => {
        const leave = <T>(how: (value: T) => void) => {
          return (value: T) => {
            waiting.delete(id)
            how(value)
          }
        }
        entry.resolve = leave(resolve)
        entry.reject = leave(reject)
        waiting.set(id, entry)
      })
      const sent = send({ ...request, id })
      sent.catch(entry.reject)
      // Whoever waits for `answer` sees it; whoever only waits for `sent` need not.
      answer.catch(() => {})
      return { id, sent, answer, giveUp: entry.reject }
    },
    notify: send,
    isWaiting: () => waiting.size > 0,
    async receive({ topic, message }) {
      const key = keys.get(topic)
      // Another tab's topic, or one just closed: who knows it acknowledges it.
      if (!key) return 'leave'
      let opened: { message: string; symKey: string; senderPublicKey?: string | undefined }
      try {
        opened = await openEnvelope({ envelope: message, ...key } as OpenEnvelopeParameters)
      } catch {
        // A stranger who knows the topic, or a broken message: it will never be readable.
        return 'done'
      }
      const read = parseRpcMessage(opened.message)
      if (!read) return 'done'
      if (read.kind === 'request') {
        const { rawId, id, method, params } = read
        const known: Readonly<Record<string, { response: Delivery }>> = sessionMethods
        const delivery =
          (Object.hasOwn(known, method) ? known[method] : undefined) ?? sessionMethods.wc_sessionRequest
        return onRequest({
          topic,
          id,
          method,
          params,
          hash: hashMessage(topic + message),
          respond: (result) =>
            publish(topic, opened.symKey, formatRpcResult({ rawId, result }), {
              ...delivery.response,
              patience: answerPatience,
            }),
          refuse: (code, reason) =>
            publish(topic, opened.symKey, formatRpcError({ rawId, code, message: reason }), {
              ...delivery.response,
              patience: answerPatience,
            }),
        })
      }
      const asked = waiting.get(read.id)
      // Nobody here asked. If another tab did, its answer stays in the mailbox until that tab wakes up.
      if (!asked?.topics.includes(topic)) return isElsewhere(read.id) ? 'leave' : 'done'
      if (read.kind === 'result') asked.resolve(read.result)
      else asked.reject(toError(read))
      return 'done'
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

function closed(): RpcError {
  return new RpcError({ rpcCode: 4900, message: 'The session with the wallet has ended.' })
}
