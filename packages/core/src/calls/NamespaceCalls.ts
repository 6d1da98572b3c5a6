import type { CaipNetworkId } from '@portico/protocol'
import type { Endpoint } from '../namespace.ts'

/** One call of a batch. Without `to` it creates a contract. */
export interface Call {
  to?: string | undefined
  /** Hexadecimal. */
  data?: string | undefined
  /** In base units of the network's coin. */
  value?: bigint | undefined
}

/** What a wallet supports on a network, by the name of the capability: `{ atomic: { status: 'supported' } }`. */
export type Capabilities = Readonly<Record<string, unknown>>

/** Calls that a wallet is asked to execute together. */
export interface CallBatch {
  calls: readonly Call[]
  /** Whether all calls must be executed, or none. */
  atomicRequired: boolean
  /** The application's own ID of the batch. Default: the wallet chooses one. */
  id?: string | undefined
  /** What the application asks for, by the name of the capability. One with `optional: true` may be ignored. */
  capabilities?: Capabilities | undefined
}

/** A batch that a wallet has accepted. */
export interface SentCalls {
  id: string
  capabilities?: Capabilities | undefined
}

/** What a transaction of a batch has done, as far as the batch is concerned. */
export interface CallsReceipt {
  transactionHash: string
  status: 'success' | 'reverted'
  blockHash: string
  blockNumber: bigint
  gasUsed: bigint
  logs: readonly { address: string; data: string; topics: readonly string[] }[]
}

/** How far a batch is. */
export interface CallsStatus {
  id: string
  networkId: CaipNetworkId
  status: 'pending' | 'success' | 'failure'
  /** 100 pending · 200 all executed · 400 not executed and never will be · 500 reverted · 600 executed in part */
  statusCode: number
  /** Whether the calls are executed all or none. */
  atomic: boolean
  receipts: readonly CallsReceipt[]
  capabilities?: Capabilities | undefined
}

/** The part of a namespace that has wallets execute several calls (EIP-5792). Loaded on first use. */
export interface NamespaceCalls {
  /**
   * Asks the wallet what it supports on each network. A network for which it names nothing is left out.
   *
   * @throws {RpcError} with the wallet's code
   */
  getCapabilities(parameters: {
    provider: unknown
    account: string
    networkIds: readonly CaipNetworkId[]
  }): Promise<Partial<Record<CaipNetworkId, Capabilities>>>
  /**
   * Has the wallet execute a batch.
   *
   * @throws {RpcError} with the wallet's code; −32603 if it returns no ID
   */
  sendBatch(
    parameters: Endpoint & { provider: unknown; account: string; batch: CallBatch },
  ): Promise<SentCalls>
  /**
   * Has the wallet send one call as a transaction, and returns its hash.
   *
   * @throws {RpcError} with the wallet's code; 4901 if the wallet is on another network
   */
  sendOne(parameters: Endpoint & { provider: unknown; account: string; call: Call }): Promise<string>
  /**
   * Asks the wallet how far a batch is.
   *
   * @throws {RpcError} with the wallet's code; −32603 if its answer is invalid
   */
  getStatus(parameters: { provider: unknown; id: string }): Promise<CallsStatus>
  /** Reads the receipt of a transaction from the network; undefined while it is in no block. */
  getReceipt(parameters: Endpoint & { hash: string }): Promise<CallsReceipt | undefined>
}
