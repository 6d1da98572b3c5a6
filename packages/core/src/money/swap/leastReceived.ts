/**
 * Returns the least that a swap may return, in base units, rounded up: never less than the visitor agreed to lose.
 *
 * @param parameters.slippage in hundredths of a percent
 * @example
 * leastReceived({ amount: 1_000_000n, slippage: 100 }) // 990_000n
 */
export function leastReceived({ amount, slippage }: { amount: bigint; slippage: number }): bigint {
  return (amount * BigInt(10_000 - slippage) + 9999n) / 10_000n
}
