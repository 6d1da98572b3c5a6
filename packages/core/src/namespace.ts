import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { NamespaceCalls } from './calls/NamespaceCalls.ts'
import type { Connector, ConnectorEvent } from './connectors/connector.ts'
import type { Kit } from './kit.ts'
import type { NamespaceSwaps } from './money/NamespaceSwaps.ts'
import type { NamespaceTransfers } from './money/NamespaceTransfers.ts'
import type { Network } from './networks/network.ts'
import type { CustomRpcUrl } from './options.ts'

/** A JSON-RPC client with the `request` method of EIP-1193. */
export interface RpcClient {
  request(parameters: { method: string; params?: unknown }): Promise<unknown>
}

/** A network and its RPC URLs, in the order of preference. */
export interface Endpoint {
  network: Network
  urls: readonly string[]
  /** The application's own URLs among them, with what it configures for requests to them. */
  customUrls?: readonly CustomRpcUrl[] | undefined
}

/** The parts of a namespace that need only RPC endpoints, no wallet. Loaded on first use. */
export interface NamespaceAssets {
  createClient(endpoint: Endpoint): RpcClient
  /** Returns the native balance and those of `tokens` (addresses on this network). */
  getBalances(
    parameters: Endpoint & { address: string; tokens: readonly string[] },
  ): Promise<readonly TokenBalance[]>
  /**
   * Returns how much of the coin, or of a token, an address has in the blocks of the network, in base units. Unlike `getBalances`, a
   * token is never left out.
   *
   * @throws {RpcError} if no endpoint returns it
   */
  getBalance(parameters: Endpoint & { address: string; token?: string | undefined }): Promise<bigint>
  /**
   * Resolves when the transaction is in a block, whether it succeeded or failed. Rejects when `signal` is aborted.
   */
  waitForTransaction(parameters: Endpoint & { hash: string; signal: AbortSignal }): Promise<void>
}

export interface DiscoverParameters {
  /** Called with the whole list, without duplicates: once immediately, then on every change. */
  onConnectors(connectors: readonly Connector[]): void
  /** Whether to listen for announcements (EIP-6963, Wallet Standard). */
  announced: boolean
  /** Whether to read legacy globals such as `window.ethereum`. */
  injected: boolean
  /** The networks the application lists, of all namespaces. */
  networks?: readonly Network[] | undefined
  /** The kit, whose stored state is restored by now, for a namespace whose connection another store decides about. */
  kit?: Kit | undefined
}

/** An account of the embedded wallet, as the provider for applications uses it. */
export interface EmbeddedAccount {
  /** Returns the address; undefined while no user is logged in. */
  getAddress(): string | undefined
  getNetworkId(): CaipNetworkId
  /** Sends a request to the wallet. A request that needs it waits for the visitor's approval. */
  request(parameters: { method: string; params?: unknown }): Promise<unknown>
  /** Reports a transaction that the wallet has sent. */
  onTransaction(hash: string, networkId: CaipNetworkId): void
  /** Subscribes to changes; returns the function that unsubscribes. */
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}

/** What the embedded wallet needs for the accounts of a namespace. */
export interface EmbeddedNamespace {
  isAddress(address: string): boolean
  createProvider(account: EmbeddedAccount): {
    /** See `getProvider` of {@link Connector}. */
    provider: unknown
    signMessage: Connector['signMessage']
  }
}

/**
 * What differs between namespaces (`eip155`, `solana`, `bip122`). The packages `evm`, `solana` and `bitcoin` each
 * provide one; the rest of the kit calls its methods instead of comparing namespace IDs.
 */
export interface Namespace {
  readonly id: NamespaceId
  /** Starts wallet discovery (in a browser only). Returns the function that ends it. */
  discover(parameters: DiscoverParameters): () => void
  /** Replaces a connector that discovery did not find, such as WalletConnect's, before the kit lists it. */
  adopt?(connector: Connector): Connector
  /** Returns whether two addresses are the same account, for example in different letter case. */
  isSameAddress(a: string, b: string): boolean
  /** Returns the CAIP-2 ID of a network given by its number, its reference or its CAIP-2 ID. */
  toNetworkId(id: number | string): CaipNetworkId
  /** Whether accounts can have names, such as ENS names. Default: false. */
  readonly hasNames?: boolean | undefined
  /** Whether an account has another address on each network. Default: false. */
  readonly hasAddressPerNetwork?: boolean | undefined
  /** Whether the gateway indexes the NFTs of accounts. Default: true. */
  readonly hasNfts?: boolean | undefined
  /**
   * Whether wallets can sign in while pairing over WalletConnect (One-Click Auth, `wc_sessionAuthenticate`). Default:
   * false.
   */
  readonly hasOneClickAuth?: boolean | undefined
  /** Loads the code that connecting needs. Called when the visitor is about to choose a wallet. */
  preload?(): void
  /**
   * Returns the balances the wallet reports (ERC-7811); undefined if it does not support that or its answer is
   * invalid.
   */
  getWalletBalances?(parameters: {
    provider: unknown
    network: Network
    address: string
  }): Promise<readonly TokenBalance[] | undefined>
  /** Loads what the embedded wallet needs for accounts of this namespace. Absent if it has none, and for `eip155`. */
  embedded?(): Promise<EmbeddedNamespace>
  /** Loads the parts that need only RPC endpoints. */
  assets(): Promise<NamespaceAssets>
  /** Loads the part that sends. Absent if the kit cannot send on networks of this namespace. */
  transfers?(): Promise<NamespaceTransfers>
  /** Loads the part that swaps. Absent if the kit cannot swap on networks of this namespace. */
  swaps?(): Promise<NamespaceSwaps>
  /** Loads the part that has wallets execute several calls. Absent if no wallets of this namespace do. */
  calls?(): Promise<NamespaceCalls>
}

/** An element of the `adapters` option, such as `new EvmAdapter()`. */
export interface Adapter {
  readonly namespace: Namespace
}
