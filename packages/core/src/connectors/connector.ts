import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Account } from '../connection.ts'
import type { Network } from '../networks/network.ts'

export type ConnectorType = 'EXTERNAL' | 'ANNOUNCED' | 'INJECTED' | 'MULTI_CHAIN' | 'WALLET_CONNECT' | 'AUTH'

/** What the state and the views know of a connector: plain data. `icon` is a safe `data:` image or undefined. */
export interface ConnectorDetails {
  id: string
  name: string
  type: ConnectorType
  namespace: NamespaceId
  icon?: string | undefined
  rdns?: string | undefined
  explorerId?: string | undefined
  /** Of a way to many wallets: the one that is connected, as it calls itself. */
  walletName?: string | undefined
}

/** What a wallet told us, whether we asked or not. */
export type ConnectorEvent =
  | { type: 'accounts'; accounts: readonly Account[] }
  | { type: 'network'; networkId: CaipNetworkId }
  | { type: 'transaction'; hash: string; networkId: CaipNetworkId }
  | { type: 'disconnect' }

/**
 * Something that can connect. It speaks by its own events and never touches the store.
 * Everything a wallet answers is checked here, so that behind a connector only well-formed values exist.
 * Every method rejects with an `RpcError` that carries the wallet's code.
 */
export interface Connector extends ConnectorDetails {
  /** Asks for accounts; `silent` only reads what was granted before, and answers with none where nothing was. */
  connect(parameters: {
    silent: boolean
    /**
     * The network the kit is on, for families whose wallets have none of their own: it is answered back where the
     * wallet supports it, else the first that it does.
     */
    networkId?: CaipNetworkId | undefined
  }): Promise<{ accounts: readonly Account[]; networkId: CaipNetworkId }>
  disconnect(): Promise<void>
  /** Switches the wallet, adding the network to it where the wallet does not know it. */
  switchNetwork(parameters: { network: Network }): Promise<void>
  signMessage(parameters: { message: string; address: string }): Promise<string>
  /** The provider an application works with (EIP-1193 for eip155). */
  getProvider(): unknown
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}
