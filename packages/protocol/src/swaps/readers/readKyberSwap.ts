import { coinSentinel } from '../coinSentinel.ts'
import { readCall } from '../readCall.ts'
import type { SwapReader } from './SwapReader.ts'

type Description = [
  tokenIn: string,
  tokenOut: string,
  sources: string[],
  sourceAmounts: bigint[],
  feeRecipients: string[],
  feeAmounts: bigint[],
  recipient: string,
  amountIn: bigint,
  minimumOut: bigint,
  flags: bigint,
  permit: string,
]

/** Fees are in hundredths of a percent. */
const feeInBps = 0x80n
/**
 * The flags that change nothing about what is taken and paid: claim (4), simple mode (0x20), fee on the bought token (0x40), fee in
 * hundredths of a percent (0x80), and approve (0x100) and 0x200, which `swap` ignores. Not among them are the partial fill (1),
 * which lowers the minimum with the amount, coins on top (2), and burning gas tokens of the sender (8, 0x10).
 */
const harmlessFlags = 0x3e4n
const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * Reads a swap over KyberSwap's MetaAggregationRouterV2. The router measures what the recipient gets after all fees and fails if
 * that is less than the minimum. It never takes more than the amount: the sources and fees are parts of it.
 *
 * @see https://docs.kyberswap.com/developer-guide/aggregator-api/contracts
 */
export const readKyberSwap: SwapReader = ({ router: { address }, data, value }) => {
  const call = readCall(data)
  let description: Description
  if (call?.name === 'kyberSwap') {
    description = (call.args as unknown as [[string, string, string, Description, string]])[0][3]
  } else if (call?.name === 'kyberSwapSimpleMode' && value === 0n) {
    description = call.args[1] as unknown as Description
  } else return undefined

  const [
    tokenIn,
    tokenOut,
    sources,
    sourceAmounts,
    feeRecipients,
    feeAmounts,
    recipient,
    amountIn,
    minimumOut,
    flags,
    permit,
  ] = description
  const fromCoin = tokenIn === coinSentinel
  if ((flags & ~harmlessFlags) !== 0n || permit !== '0x') return undefined
  if (tokenIn === tokenOut || amountIn === 0n || value !== (fromCoin ? amountIn : 0n)) return undefined
  // The zero address stands for the sender; only the address itself is read.
  if (recipient === zeroAddress || minimumOut === 0n) return undefined
  if (sources.length !== sourceAmounts.length || feeRecipients.length !== feeAmounts.length) return undefined
  if (sourceAmounts.reduce((sum, one) => sum + one, 0n) > amountIn) return undefined
  const isBps = (flags & feeInBps) !== 0n
  return {
    router: address,
    spender: fromCoin ? undefined : address,
    recipient,
    tokenIn,
    tokenOut,
    amountIn,
    minimumOut,
    fees: feeRecipients.map((to, index) => ({ recipient: to, amount: feeAmounts[index] ?? 0n, isBps })),
  }
}
