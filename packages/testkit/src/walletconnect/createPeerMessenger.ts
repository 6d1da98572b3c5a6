import { rpcErrorCodes } from '@portico/protocol'
import {
  type CreateRelaySocket,
  createRpcId,
  type Delivery,
  formatRpcError,
  formatRpcRequest,
  formatRpcResult,
  openEnvelope,
  parseRpcMessage,
  type RpcMessage,
  type SessionMethodName,
  sealEnvelope,
  sessionErrorCodes,
  sessionMethods,
} from '@portico/protocol/walletconnect'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { createPeerRelay, type Publication } from './createPeerRelay.ts'

/** A request of the application. */
export type PeerRequest = Extract<RpcMessage, { kind: 'request' }> & { topic: string }

/** How a wallet talks with applications. */
export type PeerMessenger = {
  /** Hears what comes for a topic, and opens it with this key. */
  open(topic: string, symKey: string): Promise<void>
  close(topic: string): void
  /** Resolves with the application's answer. */
  ask(topic: string, method: SessionMethodName, params: unknown): Promise<unknown>
  /** Resolves when the relay has it; nobody waits for an answer. */
  tell(topic: string, method: SessionMethodName, params: unknown): Promise<void>
  respond(request: PeerRequest, result: unknown): Promise<void>
  publish(publication: Publication): Promise<void>
  drop(): void
  closeAll(): void
}

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** JSON-RPC in envelopes over a relay, from the wallet's side. What `onRequest` throws is the refusal. */
export function createPeerMessenger({
  url,
  projectId,
  createSocket,
  onRequest,
}: {
  url: string
  projectId: string
  createSocket: CreateRelaySocket
  onRequest: (request: PeerRequest) => Promise<void>
}): PeerMessenger {
  /** Keys by topic: of pairings and of sessions. */
  const keys = new Map<string, string>()
  const waiting = new Map<string, Waiting>()
  const relay = createPeerRelay({
    url,
    projectId,
    createSocket,
    onMessage: (message) => void onMessage(message),
  })

  async function onMessage({ topic, message }: { topic: string; message: string }): Promise<void> {
    const symKey = keys.get(topic)
    if (!symKey) return
    let read: RpcMessage | undefined
    try {
      read = parseRpcMessage((await openEnvelope({ symKey, envelope: message })).message)
    } catch {
      // A stranger's, who knows the topic: nothing to answer.
      return
    }
    if (!read) return
    if (read.kind === 'request') {
      const request = { ...read, topic }
      onRequest(request).catch((error: unknown) => refuse(request, error))
      return
    }
    const asked = waiting.get(read.id)
    waiting.delete(read.id)
    if (read.kind === 'error') asked?.reject(new ProviderRpcError(read))
    else asked?.resolve(read.result)
  }

  async function respond({ topic, rawId, method }: PeerRequest, result: unknown): Promise<void> {
    await seal(topic, formatRpcResult({ rawId, result }), deliveryOf(method).response)
  }

  async function refuse({ topic, rawId, method }: PeerRequest, error: unknown): Promise<void> {
    const { code = rpcErrorCodes.internalError, message } = error as ProviderRpcError
    // Wallets refuse a proposal with 5000, whatever the person's no was inside.
    const isNo = method === 'wc_sessionPropose' && code === rpcErrorCodes.userRejected
    const { reject, response } = deliveryOf(method)
    const text = formatRpcError({ rawId, code: isNo ? sessionErrorCodes.userRejected : code, message })
    // Whoever closed the wallet meanwhile does not want to hear of it.
    await seal(topic, text, reject ?? response).catch(() => undefined)
  }

  async function seal(topic: string, message: string, delivery: Delivery): Promise<void> {
    const symKey = keys.get(topic)
    if (symKey) await relay.publish({ topic, message: sealEnvelope({ symKey, message }), ...delivery })
  }

  function ask(topic: string, method: SessionMethodName, params: unknown): Promise<unknown> {
    const id = createRpcId()
    const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
    // Seen by whoever waits; a wallet that was closed waits no more.
    answered.catch(() => undefined)
    return seal(topic, formatRpcRequest({ id, method, params }), sessionMethods[method].request).then(
      () => answered,
    )
  }

  return {
    async open(topic, symKey) {
      keys.set(topic, symKey)
      await relay.subscribe(topic)
    },
    close(topic) {
      keys.delete(topic)
      relay.unsubscribe(topic)
    },
    ask,
    tell: (topic, method, params) =>
      seal(topic, formatRpcRequest({ id: createRpcId(), method, params }), sessionMethods[method].request),
    respond,
    publish: relay.publish,
    drop: relay.drop,
    closeAll() {
      relay.close()
      for (const { reject } of waiting.values()) reject(new Error('The wallet was closed.'))
      waiting.clear()
    },
  }
}

function deliveryOf(method: string): { response: Delivery; reject?: Delivery | undefined } {
  const known: Readonly<Record<string, { response: Delivery; reject?: Delivery | undefined }>> =
    sessionMethods
  return known[method] ?? sessionMethods.wc_sessionRequest
}
