import { coinSentinel } from '../coinSentinel.ts'
import { readCall } from '../readCall.ts'
import type { SwapReader } from './SwapReader.ts'

/** Reads a swap over the router of a V2 exchange. */
export const readV2Swap: SwapReader = ({ router: { address, wrapped }, data, value }) => {
  const call = readCall(data)
  switch (call?.name) {
    case 'v2TokensForTokens':
    case 'v2TokensForTokensMeasured':
    case 'v2TokensForCoin':
    case 'v2TokensForCoinMeasured': {
      const [amountIn, minimumOut, path, recipient, deadline] = call.args as [
        bigint,
        bigint,
        string[],
        string,
        bigint,
      ]
      const toCoin = call.name.startsWith('v2TokensForCoin')
      return terms({ amountIn, minimumOut, path, recipient, deadline, fromCoin: false, toCoin })
    }
    case 'v2CoinForTokens':
    case 'v2CoinForTokensMeasured': {
      const [minimumOut, path, recipient, deadline] = call.args as [bigint, string[], string, bigint]
      return terms({ amountIn: value, minimumOut, path, recipient, deadline, fromCoin: true, toCoin: false })
    }
    default:
      return undefined
  }

  function terms({
    path,
    fromCoin,
    toCoin,
    ...rest
  }: {
    amountIn: bigint
    minimumOut: bigint
    path: readonly string[]
    recipient: string
    deadline: bigint
    fromCoin: boolean
    toCoin: boolean
  }): ReturnType<SwapReader> {
    const first = path[0]
    const last = path.at(-1)
    if (!first || !last || path.length < 2 || first === last || rest.amountIn === 0n) return undefined
    if (fromCoin ? first !== wrapped : value !== 0n) return undefined
    if (toCoin && last !== wrapped) return undefined
    return {
      ...rest,
      router: address,
      spender: fromCoin ? undefined : address,
      tokenIn: fromCoin ? coinSentinel : first,
      tokenOut: toCoin ? coinSentinel : last,
      fees: [],
    }
  }
}
