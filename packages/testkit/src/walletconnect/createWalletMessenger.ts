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
import { createWalletRelayClient, type Publication } from './createWalletRelayClient.ts'

/** A request from the application. */
export type PeerRequest = Extract<RpcMessage, { kind: 'request' }> & { topic: string }

/** The wallet's side of JSON-RPC with applications. */
export type WalletMessenger = {
  /** Subscribes to a topic, whose messages are decrypted with this key. */
  open(topic: string, symKey: string): Promise<void>
  close(topic: string): void
  /** Sends a request and resolves with the application's result. */
  request(topic: string, method: SessionMethodName, params: unknown): Promise<unknown>
  /** Sends a request without waiting for the response. Resolves when the relay has accepted it. */
  notify(topic: string, method: SessionMethodName, params: unknown): Promise<void>
  respond(request: PeerRequest, result: unknown): Promise<void>
  publish(publication: Publication): Promise<void>
  drop(): void
  closeAll(): void
}

type PendingRequest = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** Creates the wallet's JSON-RPC messenger. If `onRequest` throws, the error is sent as the response. */
export function createWalletMessenger({
  url,
  projectId,
  createSocket,
  onRequest,
}: {
  url: string
  projectId: string
  createSocket: CreateRelaySocket
  onRequest: (request: PeerRequest) => Promise<void>
}): WalletMessenger {
  /** The symmetric keys of pairings and sessions, by topic. */
  const keys = new Map<string, string>()
  const pendingRequests = new Map<string, PendingRequest>()
  const relay = createWalletRelayClient({
    url,
    projectId,
    createSocket,
    onMessage: (message) => void onMessage(message),
  })

  async function onMessage({ topic, message }: { topic: string; message: string }): Promise<void> {
    const symKey = keys.get(topic)
    if (!symKey) return
    let rpcMessage: RpcMessage | undefined
    try {
      rpcMessage = parseRpcMessage((await openEnvelope({ symKey, envelope: message })).message)
    } catch {
      // Undecryptable: sent by someone who knows the topic but not the key.
      return
    }
    if (!rpcMessage) return
    if (rpcMessage.kind === 'request') {
      const request = { ...rpcMessage, topic }
      onRequest(request).catch((error: unknown) => refuse(request, error))
      return
    }
    const pending = pendingRequests.get(rpcMessage.id)
    pendingRequests.delete(rpcMessage.id)
    if (rpcMessage.kind === 'error') pending?.reject(new ProviderRpcError(rpcMessage))
    else pending?.resolve(rpcMessage.result)
  }

  async function respond({ topic, rawId, method }: PeerRequest, result: unknown): Promise<void> {
    await seal(topic, formatRpcResult({ rawId, result }), deliveryOf(method).response)
  }

  async function refuse({ topic, rawId, method }: PeerRequest, error: unknown): Promise<void> {
    const { code = rpcErrorCodes.internalError, message } = error as ProviderRpcError
    // Wallets reject a proposal with 5000, not with the 4001 of their provider.
    const isRejectedProposal = method === 'wc_sessionPropose' && code === rpcErrorCodes.userRejected
    const { reject, response } = deliveryOf(method)
    const text = formatRpcError({
      rawId,
      code: isRejectedProposal ? sessionErrorCodes.userRejected : code,
      message,
    })
    // The wallet may have been closed meanwhile.
    await seal(topic, text, reject ?? response).catch(() => undefined)
  }

  async function seal(topic: string, message: string, delivery: Delivery): Promise<void> {
    const symKey = keys.get(topic)
    if (symKey) await relay.publish({ topic, message: sealEnvelope({ symKey, message }), ...delivery })
  }

  function request(topic: string, method: SessionMethodName, params: unknown): Promise<unknown> {
    const id = createRpcId()
    const response = new Promise<unknown>((resolve, reject) => pendingRequests.set(id, { resolve, reject }))
    // When the wallet is closed, pending requests reject, which must not be an unhandled rejection.
    response.catch(() => undefined)
    return seal(topic, formatRpcRequest({ id, method, params }), sessionMethods[method].request).then(
      () => response,
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
    request,
    notify: (topic, method, params) =>
      seal(topic, formatRpcRequest({ id: createRpcId(), method, params }), sessionMethods[method].request),
    respond,
    publish: relay.publish,
    drop: relay.drop,
    closeAll() {
      relay.close()
      for (const { reject } of pendingRequests.values()) reject(new Error('The wallet was closed.'))
      pendingRequests.clear()
    },
  }
}

function deliveryOf(method: string): { response: Delivery; reject?: Delivery | undefined } {
  const methods: Readonly<Record<string, { response: Delivery; reject?: Delivery | undefined }>> =
    sessionMethods
  return methods[method] ?? sessionMethods.wc_sessionRequest
}
