import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { TokenBalance } from '@portico/protocol/gateway'
import type { Connector } from './connectors/connector.ts'
import type { Network } from './networks/network.ts'

/** Anything that answers JSON-RPC by EIP-1193's `request`. */
export interface RpcClient {
  request(parameters: { method: string; params?: unknown }): Promise<unknown>
}

/** A network together with the RPC urls to use for it, best first. */
export interface Endpoint {
  network: Network
  urls: readonly string[]
}

/** What a namespace can tell from RPC endpoints alone. Loaded on first use. */
export interface NamespaceAssets {
  createClient(endpoint: Endpoint): RpcClient
  /** The native balance and those of the named tokens (addresses on this network). */
  getBalances(
    parameters: Endpoint & { address: string; tokens: readonly string[] },
  ): Promise<readonly TokenBalance[]>
  /** Resolves when the transaction is in a block, whatever became of it. */
  waitForTransaction(parameters: Endpoint & { hash: string; signal: AbortSignal }): Promise<void>
}

export interface DiscoverParameters {
  /** Called with the whole list, without duplicates, at once and on every change. */
  onConnectors(connectors: readonly Connector[]): void
  /** EIP-6963 announcements and their like. */
  announced: boolean
  /** The legacy global such as `window.ethereum`. */
  injected: boolean
  /** The networks the application has listed so far, of all families. */
  networks?: readonly Network[] | undefined
}

/**
 * A family of chains. Each package (`evm`, `solana`, `bitcoin`) gives one value of this shape;
 * what differs per family is a method here, never a branch elsewhere.
 */
export interface Namespace {
  readonly id: NamespaceId
  /** Starts to listen for wallets (browser only); returns the stop. */
  discover(parameters: DiscoverParameters): () => void
  /** Whether two spellings are the same account. */
  isSameAddress(a: string, b: string): boolean
  /** CAIP-2 id of a network named by number or by its own id. */
  toNetworkId(id: number | string): CaipNetworkId
  /** Whether accounts can have names that stand for their address. */
  readonly hasNames?: boolean | undefined
  /** Fetches what connecting will need: called when the visitor is about to choose. */
  preload?(): void
  /** What the wallet itself reports (ERC-7811), or undefined where it does not offer that or answers badly. */
  getWalletBalances?(parameters: {
    provider: unknown
    network: Network
    address: string
  }): Promise<readonly TokenBalance[] | undefined>
  assets(): Promise<NamespaceAssets>
}

/** What an application passes in `adapters`: an object that holds a namespace, such as `new EvmAdapter()`. */
export interface Adapter {
  readonly namespace: Namespace
}
