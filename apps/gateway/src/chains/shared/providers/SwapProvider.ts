import type { CaipNetworkId } from '@portico/protocol'
import type { ConvertRoute } from '@portico/protocol/gateway'
import type { Provider } from './Provider.ts'

/** What an account wants to swap. */
export type SwapQuery = {
  chain: CaipNetworkId
  account: string
  /** Canonical address of the token, or `native` for the network's coin. */
  from: string
  to: string
  /** Base units of `from`. */
  amount: bigint
  /** How much less than offered the account accepts, in hundredths of a percent. */
  slippageBps: number
  /** Wei per unit of gas, if the client has named it. */
  gasPrice?: bigint | undefined
  /** Until when the answer is needed, epoch milliseconds. */
  deadline: number
}

/** What a provider offers for a swap. */
export type SwapOffer = {
  /** Base units of the token that is bought, after all fees except the network's. */
  amountOut: bigint
  /** Gas of the transaction; on Solana lamports. */
  gas: bigint
  /** What `gas` costs in base units of the token that is bought; undefined if unknown. */
  gasCost?: bigint | undefined
  /** What the same amount would return before fees at the price before the swap; undefined if unknown. */
  mid?: bigint | undefined
  /** The contract that must be allowed to take the token; undefined if nobody must. */
  spender?: string | undefined
  /** A route whose transaction the kit writes itself; undefined if only `build` can write it. */
  route?: ConvertRoute | undefined
}

/** The transaction of a swap. On Solana `data` is the serialized transaction in base64, and `to` its first program. */
export type SwapCall = {
  to: string
  data: string
  /** Base units of the network's coin that are sent along. */
  value: bigint
}

/** Offers swaps. Its answers are not trusted: callers verify what `build` returns. */
export type SwapProvider = Provider & {
  /**
   * Returns the provider's best offer for exactly this amount, or undefined if it has none.
   *
   * @throws {Problem} `swap-amount-too-small` if the amount returns nothing.
   * @throws {Error} if the provider fails; the others still count.
   */
  quote(query: SwapQuery): Promise<SwapOffer | undefined>
  /**
   * Writes the transaction of a swap that returns at least `minimum` to the account. Only providers whose offers have no `route`
   * have it. It asks the provider anew, because processes of the gateway share no memory.
   *
   * @throws {Error} if the provider fails or no longer offers the minimum.
   */
  build?(query: SwapQuery & { minimum: bigint }): Promise<SwapCall>
}
