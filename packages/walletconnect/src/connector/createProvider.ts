import {
  type CaipNetworkId,
  classifyRpcResult,
  getMethod,
  ProviderRpcError,
  RpcError,
  rpcErrorCodes,
} from '@portico/protocol'
import { methodNotApprovedError } from '../session/methodNotApprovedError.ts'
import type { NamespaceSession } from './createNamespaceSession.ts'
import type { NamespaceAdapter } from './NamespaceAdapter.ts'
import { notConnectedError } from './notConnectedError.ts'

/** Sends a read request to a network: through the gateway or to one of its RPC endpoints. */
export type Rpc = (parameters: {
  networkId: CaipNetworkId
  method: string
  params: unknown
}) => Promise<unknown>

/** The provider of a connected wallet in the shape of EIP-1193, for each namespace. */
export type WalletProvider = {
  request(parameters: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: never) => void): WalletProvider
  removeListener(event: string, listener: (payload: never) => void): WalletProvider
}

/**
 * Creates the provider for applications. Methods the wallet approved are sent to the wallet, reads to the network
 * through `rpc`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createProvider({
  session,
  adapter,
  rpc,
}: {
  session: NamespaceSession
  adapter: NamespaceAdapter
  rpc: Rpc
}): WalletProvider {
  const listeners = new Map<string, ((payload: never) => void)[]>()
  const localHandlers = adapter.localHandlers(session)

  function emit(event: string, payload: unknown) {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(payload as never)
      } catch (error) {
        // One listener that throws must not keep the event from the others.
        globalThis.reportError?.(error)
      }
    }
  }

  session.subscribe((event) => {
    if (event.type === 'accounts') emit('accountsChanged', session.addresses())
    else if (event.type === 'network') emit('chainChanged', adapter.formatChain(event.networkId))
    else if (event.type === 'disconnect') emit('disconnect', notConnectedError())
  })

  async function handle({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    if (typeof method !== 'string') {
      throw new RpcError({
        rpcCode: rpcErrorCodes.invalidRequest,
        message: 'request() takes { method, params }.',
      })
    }
    const handler = Object.hasOwn(localHandlers, method) ? localHandlers[method] : undefined
    if (handler) return handler(params)
    const networkId = session.chain()
    if (!networkId) throw notConnectedError()
    if (isRead(method)) return rpc({ networkId, method, params })
    if (session.approved()?.methods.includes(method)) {
      const result = await session.request(method, params, networkId)
      if (method === 'eth_sendTransaction' && classifyRpcResult(result) === 'transactionHash') {
        session.emit({ type: 'transaction', hash: result as string, networkId })
      }
      return result
    }
    if (isWalletMethod(method)) throw methodNotApprovedError(method)
    return rpc({ networkId, method, params })
  }

  const provider: WalletProvider = {
    request: (request) =>
      handle(request).catch((error: unknown) => {
        throw new ProviderRpcError(error)
      }),
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      return provider
    },
    removeListener(event, listener) {
      const list = listeners.get(event) ?? []
      const index = list.indexOf(listener)
      if (index !== -1) listeners.set(event, [...list.slice(0, index), ...list.slice(index + 1)])
      return provider
    },
  }
  return provider
}

function isRead(method: string): boolean {
  return method.startsWith('eth_') && getMethod(method).safety === 'safe'
}

/** Whether only a wallet can answer a method, not an RPC node. */
function isWalletMethod(method: string): boolean {
  return /^(?:wallet_|personal_|eth_sign|eth_send|eth_decrypt|eth_getEncryption)/.test(method)
}
