import { coinSentinel } from '../coinSentinel.ts'
import { readCall } from '../readCall.ts'
import type { SwapReader } from './SwapReader.ts'

const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * Reads `swap` of 1inch's AggregationRouterV6. No flag may be set: 1 is the partial fill, which lowers the minimum with the amount,
 * 2 takes more coins than are sold, 4 uses an allowance at Permit2. The functions that swap over single pools or fill orders
 * are not read.
 */
export const readOneInchSwap: SwapReader = ({ router: { address }, data, value }) => {
  const call = readCall(data)
  if (call?.name !== 'oneInchSwap') return undefined
  const [, [tokenIn, tokenOut, , recipient, amountIn, minimumOut, flags]] = call.args as unknown as [
    string,
    [string, string, string, string, bigint, bigint, bigint],
    string,
  ]
  const fromCoin = tokenIn === coinSentinel
  if (flags !== 0n || tokenIn === tokenOut || tokenOut === zeroAddress || tokenIn === zeroAddress)
    return undefined
  if (amountIn === 0n || minimumOut === 0n || value !== (fromCoin ? amountIn : 0n)) return undefined
  // The zero address stands for the sender; only the address itself is read.
  if (recipient === zeroAddress) return undefined
  return {
    router: address,
    spender: fromCoin ? undefined : address,
    recipient,
    tokenIn,
    tokenOut,
    amountIn,
    minimumOut,
    fees: [],
  }
}
