/** A part of a swap that the provider keeps. `amount` is in base units, or in hundredths of a percent if `isBps` is set. */
export interface SwapFee {
  recipient: string
  amount: bigint
  isBps: boolean
}

/**
 * What a transaction does, read from its bytes: it takes exactly `amountIn`, and fails unless `recipient` gets at least
 * `minimumOut`. Addresses are in lower case; the coin is `coinSentinel`. Amounts are in base units.
 */
export interface SwapTerms {
  /** The contract that is called. */
  router: string
  /** Who is allowed to take the token: the router, or undefined if nobody has to be. */
  spender?: string | undefined
  recipient: string
  tokenIn: string
  tokenOut: string
  amountIn: bigint
  minimumOut: bigint
  /** When the transaction is no longer valid, in seconds since 1970; undefined if it always is. */
  deadline?: bigint | undefined
  /** What the provider takes for itself, beside the price. */
  fees: readonly SwapFee[]
}
