import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Account } from '../connection.ts'
import type { AccountType } from '../embedded/AccountType.ts'
import type { Network } from '../networks/network.ts'

/** How a wallet is reached. `EXTERNAL` is for connectors of an application's own namespace; no other lists any. */
export type ConnectorType = 'EXTERNAL' | 'ANNOUNCED' | 'INJECTED' | 'MULTI_CHAIN' | 'WALLET_CONNECT' | 'AUTH'

/** A connector as plain data, for the state and the views. `icon` is a validated `data:` image. */
export interface ConnectorDetails {
  id: string
  name: string
  type: ConnectorType
  namespace: NamespaceId
  icon?: string | undefined
  rdns?: string | undefined
  explorerId?: string | undefined
  /** The name of the connected wallet, for a connector that reaches many (WalletConnect). */
  walletName?: string | undefined
  /** The URL of the connected wallet's icon, like `walletName`. Its host may be any. */
  walletIcon?: string | undefined
  /** The networks the connected wallet approved, for a connector whose wallets approve networks (WalletConnect). */
  approvedNetworkIds?: readonly CaipNetworkId[] | undefined
  /** Whether the connected wallet can be asked for networks besides `approvedNetworkIds`. Default: it can. */
  supportsAllNetworks?: boolean | undefined
}

/** A change reported by a wallet. `transaction`: a transaction was sent through it. */
export type ConnectorEvent =
  | { type: 'accounts'; accounts: readonly Account[] }
  | { type: 'network'; networkId: CaipNetworkId }
  | { type: 'transaction'; hash: string; networkId: CaipNetworkId }
  | { type: 'disconnect' }

/**
 * Connects to a wallet and relays requests to it. A connector reports changes through its events and never writes to
 * the store. It validates everything the wallet returns, so that the rest of the kit can trust the values. Every
 * method rejects with an `RpcError` that has the wallet's code.
 */
export interface Connector extends ConnectorDetails {
  /** Requests accounts. With `silent`, returns the accounts granted before (possibly none) without prompting. */
  connect(parameters: {
    silent: boolean
    /**
     * The kit's network, for namespaces whose wallets do not have a current network. The result contains this network
     * if the wallet supports it, otherwise the first one it supports.
     */
    networkId?: CaipNetworkId | undefined
  }): Promise<{ accounts: readonly Account[]; networkId: CaipNetworkId }>
  /** Notifies the wallet and clears its accounts. */
  disconnect(): Promise<void>
  /** Switches the wallet to a network, and adds the network to the wallet if it does not have it. */
  switchNetwork(parameters: { network: Network }): Promise<void>
  /** Signs a text with the account of `address` and returns the signature in the format of the namespace. */
  signMessage(parameters: { message: string; address: string }): Promise<string>
  /**
   * Has the wallet use its account as an EOA or as a smart account, and stores the choice on this device. Address and sessions stay the
   * same. Absent if the wallet's accounts have one type only. Never rejects: the type is `eoa` after any error.
   *
   * @returns the type that is preferred now
   */
  setAccountType?(type: AccountType): Promise<AccountType>
  /** Returns the provider that applications use (EIP-1193 for `eip155`). */
  getProvider(): unknown
  /** Subscribes to changes; returns the function that unsubscribes. */
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}
