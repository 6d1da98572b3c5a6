import type { ConvertQuote, ConvertTransaction } from '@portico/protocol/gateway'
import type { SwapRouter } from '@portico/protocol/swaps'
import type { Endpoint } from '../namespace.ts'
import type { SentTransaction } from './NamespaceTransfers.ts'

/** One side of a swap. */
export interface SwapAsset {
  /** Address of the token, on Solana of its mint; undefined for the network's coin. */
  token?: string | undefined
  symbol: string
  decimals: number
  /** Whether the token is on the network's list. The coin is. */
  isListed: boolean
}

/** What the visitor has agreed to. Amounts are in base units. */
export interface SwapOrder {
  account: string
  from: SwapAsset
  to: SwapAsset
  amount: bigint
  /** The least that the account must get; the transaction enforces it. */
  minimum: bigint
  /** The offer that the visitor has chosen. It may come from a server that lies. */
  quote: ConvertQuote
}

/**
 * What is signed for a swap, in order. `permit`: a message (EIP-2612) that allows the spender exactly the amount. `reset`: takes
 * an earlier allowance back, which some tokens require before a new one. `approve`: allows the spender exactly the amount.
 */
export type SwapStep = 'permit' | 'reset' | 'approve' | 'swap'

/**
 * Why a swap cannot be made. `unverified`: the provider's transaction is not what the visitor agreed to. `below-minimum`: the swap
 * would return less than the minimum now. `cannot-rehearse`: a provider's transaction could not be tried. `fails`: the
 * network says that it would fail. `no-fee`: the coins left do not pay the fee.
 */
export type SwapRefusal = 'unverified' | 'below-minimum' | 'cannot-rehearse' | 'fails' | 'no-fee'

/** `one-way`: the token that is bought could not be sold again in the rehearsal. `charges-fee`: one of the tokens keeps a part. */
export type SwapNote = 'one-way' | 'charges-fee'

/** A swap that is ready to be signed. */
export interface SwapPlan {
  order: SwapOrder
  /** In the order in which they are signed. One `swap` alone if nothing has to be allowed, or the wallet signs all at once. */
  steps: readonly SwapStep[]
  /** Whether one request to the wallet contains all steps (EIP-5792, `atomic`). */
  isAtomic: boolean
  /** Who may take the token from the account; undefined if nobody has to. */
  spender?: string | undefined
  /** What the network charges at most, in base units of its coin. */
  fee: bigint
  /** What the rehearsal returned, in base units; undefined if it could not be tried. */
  receives?: bigint | undefined
  refusal?: SwapRefusal | undefined
  notes: readonly SwapNote[]
  /** The requests to the wallet. Only the namespace that has made the plan reads it. */
  request: unknown
}

/** What a step returned: a sent transaction, or the signature of a permit. */
export type SwapStepResult = { sent: SentTransaction } | { signature: string }

/**
 * The part of a namespace that swaps. It writes every transaction itself; one that comes from a provider passes only if it reads
 * as what the visitor agreed to and its rehearsal returns at least the minimum. Loaded on first use.
 */
export interface NamespaceSwaps {
  /**
   * Decides what has to be signed, and rehearses it.
   *
   * @param parameters.fetchTransaction asks the gateway for a provider's transaction; called only for providers whose bytes the kit
   * does not write itself
   * @param parameters.routers the application's own routers on this network, besides those that the kit knows
   * @param parameters.withoutPermit allow with a transaction, because the wallet signs no messages of this form
   */
  prepare(
    parameters: Endpoint & {
      provider: unknown
      order: SwapOrder
      fetchTransaction: () => Promise<ConvertTransaction>
      routers?: readonly SwapRouter[] | undefined
      withoutPermit?: boolean | undefined
    },
  ): Promise<SwapPlan>
  /**
   * Has the wallet sign one step. A permit's signature must be passed to the step `swap`.
   *
   * @throws {RpcError} 4001 if the visitor refuses; otherwise with the wallet's code
   */
  perform(
    parameters: Endpoint & {
      provider: unknown
      plan: SwapPlan
      step: SwapStep
      signature?: string | undefined
    },
  ): Promise<SwapStepResult>
  /** Has the wallet take the spender's allowance back. */
  takeBack(parameters: Endpoint & { provider: unknown; plan: SwapPlan }): Promise<SentTransaction>
}
