import type { Kit } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Approval, Peer, WalletConnect, WalletProvider } from '@portico/walletconnect'

/** The WalletConnect session of all namespaces, with the names of WalletConnect's universal provider. */
export interface UniversalProvider {
  /** The connected wallet and what it approved of each namespace; undefined while none is connected. */
  readonly session:
    | { peer: { metadata: Peer }; namespaces: Partial<Record<NamespaceId, Approval>> }
    | undefined
  /**
   * Sends a request to the wallet, or a read request to the network.
   *
   * @param chain CAIP-2 ID. Its namespace must be on this network. Default: the active namespace.
   * @throws the wallet's RpcError · 4900 without a session · 4901 if the wallet is on another network
   */
  request(parameters: { method: string; params?: unknown }, chain?: CaipNetworkId): Promise<unknown>
  /** Ends the session for all namespaces. */
  disconnect(): Promise<void>
  /** `session_update`: the session began or changed. `session_delete`, `disconnect`: it ended. */
  on(event: UniversalEvent, listener: () => void): UniversalProvider
  removeListener(event: UniversalEvent, listener: () => void): UniversalProvider
  off(event: UniversalEvent, listener: () => void): UniversalProvider
}

export type UniversalEvent = 'session_update' | 'session_delete' | 'disconnect'

/** Returns the WalletConnect session of a kit as one provider. */
export function createUniversalProvider(
  { store }: Kit,
  wc: Pick<WalletConnect, 'connectors' | 'getWallet' | 'getApproval' | 'disconnect' | 'subscribe'>,
): UniversalProvider {
  const listeners = new Set<{ event: UniversalEvent; listener: () => void }>()
  const emit = (...events: readonly UniversalEvent[]) => {
    for (const { event, listener } of [...listeners]) if (events.includes(event)) listener()
  }
  wc.subscribe(({ type }) => {
    if (type !== 'session') return
    if (wc.getWallet()) emit('session_update')
    else emit('session_delete', 'disconnect')
  })
  const remove = (event: UniversalEvent, listener: () => void) => {
    for (const entry of listeners)
      if (entry.event === event && entry.listener === listener) listeners.delete(entry)
    return provider
  }
  const provider: UniversalProvider = {
    get session() {
      const metadata = wc.getWallet()
      if (!metadata) return undefined
      const approvals = (Object.keys(wc.connectors) as NamespaceId[]).flatMap((id) => {
        const approval = wc.getApproval(id)
        return approval ? [[id, approval] as const] : []
      })
      return { peer: { metadata }, namespaces: Object.fromEntries(approvals) }
    },
    async request(parameters, chain) {
      const { activeNamespace, connections } = store.getState()
      const namespace = (chain?.split(':')[0] ?? activeNamespace) as NamespaceId
      const target = wc.getWallet() && (wc.connectors[namespace]?.getProvider() as WalletProvider | undefined)
      if (!target)
        throw new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'No wallet is connected.' })
      const connection = connections[namespace]
      if (chain && connection?.status === 'connected' && connection.networkId !== chain)
        throw new RpcError({
          rpcCode: rpcErrorCodes.chainDisconnected,
          message: `The wallet is on ${connection.networkId}. Switch to ${chain} first.`,
        })
      return target.request(parameters)
    },
    disconnect: () => wc.disconnect(),
    on(event, listener) {
      listeners.add({ event, listener })
      return provider
    },
    removeListener: remove,
    off: remove,
  }
  return provider
}
