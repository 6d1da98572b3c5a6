import type { Endpoint } from '../namespace.ts'

/** A transfer of the network's coin or of a token. Amounts are in base units. */
export interface Transfer {
  from: string
  to: string
  /** Address of the token; undefined for the network's coin. */
  token?: string | undefined
  amount: bigint
}

/** A transfer that is ready to be sent: what a namespace has read about it from the network. */
export interface TransferPlan {
  transfer: Transfer
  /** What the network charges at most, in base units of its coin. */
  fee: bigint
  /** Whether the network says now that the transfer would fail. */
  willFail: boolean
  /** Whether the recipient is a contract, which may not be able to use what it gets. */
  isContract: boolean
  /** The request to the wallet. Only the namespace that has made the plan reads it. */
  request: unknown
}

/**
 * How a sent transfer ended. `replaced`: another transaction of the account took its place, so that it never happens. `failed`: it is
 * in a block, and has moved nothing.
 */
export type TransferOutcome = 'confirmed' | 'failed' | 'replaced'

/** The part of a namespace that sends. It writes every transaction itself, from what is on screen. Loaded on first use. */
export interface NamespaceTransfers {
  /** Returns the address in its usual spelling if a text is an address that can receive; undefined otherwise. */
  readAddress(text: string): string | undefined
  /** Returns how much of the coin can be sent when the fee is paid from the rest, in base units; 0n if the fee is more. */
  getMaximum(parameters: Endpoint & { from: string; to: string; balance: bigint }): Promise<bigint>
  /**
   * Reads what a transfer costs and whether it would succeed.
   *
   * @param parameters.isMaximum the amount leaves nothing but the fee, so the wallet must not choose another fee
   */
  plan(parameters: Endpoint & { transfer: Transfer; isMaximum?: boolean | undefined }): Promise<TransferPlan>
  /**
   * Has the wallet sign and send the transfer. Returns the hash of the transaction.
   *
   * @throws {RpcError} 4001 if the visitor refuses; otherwise with the wallet's code
   */
  send(parameters: { provider: unknown; plan: TransferPlan }): Promise<string>
  /** Resolves once the transfer is in a block, or cannot be any more. Rejects when `signal` is aborted. */
  waitForOutcome(parameters: Endpoint & { hash: string; signal: AbortSignal }): Promise<TransferOutcome>
}
