import {
  type CaipNetworkId,
  classifyRpcResult,
  getMethod,
  ProviderRpcError,
  RpcError,
  rpcErrorCodes,
} from '@portico/protocol'
import type { Channel } from './createChannel.ts'
import { noWallet } from './noWallet.ts'

/** Asks a network: the gateway or an RPC endpoint of it. */
export type Rpc = (parameters: {
  networkId: CaipNetworkId
  method: string
  params: unknown
}) => Promise<unknown>

/** A wallet's provider (EIP-1193), for each family of chains. */
export type WalletProvider = {
  request(parameters: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: never) => void): WalletProvider
  removeListener(event: string, listener: (payload: never) => void): WalletProvider
}

/**
 * The provider an application works with. What is signed or sent goes to the wallet if it agreed to it; what is read
 * goes to the network, as a phone need not be woken for a balance.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createProvider({ channel, rpc }: { channel: Channel; rpc: Rpc }): WalletProvider {
  const { answers, formatChain } = channel.profile
  const listeners = new Map<string, ((payload: never) => void)[]>()
  const own = answers(channel)

  function emit(event: string, payload: unknown) {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(payload as never)
      } catch (error) {
        // One listener's fault is not the others'.
        globalThis.reportError?.(error)
      }
    }
  }

  channel.subscribe((event) => {
    if (event.type === 'accounts') emit('accountsChanged', channel.addresses())
    else if (event.type === 'network') emit('chainChanged', formatChain(event.networkId))
    else if (event.type === 'disconnect') emit('disconnect', noWallet())
  })

  async function answerTo({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
    if (typeof method !== 'string') {
      throw new RpcError({
        rpcCode: rpcErrorCodes.invalidRequest,
        message: 'request() takes { method, params }.',
      })
    }
    const answer = Object.hasOwn(own, method) ? own[method] : undefined
    if (answer) return answer(params)
    const networkId = channel.chain()
    if (!networkId) throw noWallet()
    if (isRead(method)) return rpc({ networkId, method, params })
    if (channel.approved()?.methods.includes(method)) {
      const result = await channel.ask(method, params, networkId)
      if (method === 'eth_sendTransaction' && classifyRpcResult(result) === 'transactionHash') {
        channel.emit({ type: 'transaction', hash: result as string, networkId })
      }
      return result
    }
    if (isForWallets(method)) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'The wallet did not agree to this method.',
        metaMessages: [`Method: ${method.slice(0, 100)}`],
      })
    }
    return rpc({ networkId, method, params })
  }

  const provider: WalletProvider = {
    request: (request) =>
      answerTo(request).catch((error: unknown) => {
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

/** Nothing a node could answer. */
function isForWallets(method: string): boolean {
  return /^(?:wallet_|personal_|eth_sign|eth_send|eth_decrypt|eth_getEncryption)/.test(method)
}
