import { coinSentinel } from '../coinSentinel.ts'
import { readCall } from '../readCall.ts'
import type { SwapTerms } from '../SwapTerms.ts'

/** Reads the exchange of the coin for its wrapped form, or the other way round: one for one, without a spender. */
export function readWrap({
  wrapped,
  account,
  data,
  value,
}: {
  wrapped: string
  account: string
  data: string
  value: bigint
}): SwapTerms | undefined {
  const call = readCall(data)
  const common = { router: wrapped, recipient: account, fees: [] }
  if (call?.name === 'deposit' && value > 0n)
    return { ...common, tokenIn: coinSentinel, tokenOut: wrapped, amountIn: value, minimumOut: value }
  if (call?.name === 'withdraw' && value === 0n) {
    const [amount] = call.args as [bigint]
    return { ...common, tokenIn: wrapped, tokenOut: coinSentinel, amountIn: amount, minimumOut: amount }
  }
  return undefined
}
