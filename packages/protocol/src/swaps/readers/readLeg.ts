import type { readCall } from '../readCall.ts'

/** One swap within a call to SwapRouter02. An `amountIn` of 0 stands for all that the router has of the token. */
export interface Leg {
  tokenIn: string
  tokenOut: string
  amountIn: bigint
  minimumOut: bigint
  recipient: string
}

/** Reads a swap of an exact amount. */
export function readLeg(call: ReturnType<typeof readCall>): Leg | undefined {
  switch (call?.name) {
    case 'exactInputSingle': {
      const [[tokenIn, tokenOut, , recipient, amountIn, minimumOut, priceLimit]] = call.args as [
        [string, string, bigint, string, bigint, bigint, bigint],
      ]
      // At a price limit, the pool stops early and sells only a part.
      if (priceLimit !== 0n || tokenIn === tokenOut) return undefined
      return { tokenIn, tokenOut, amountIn, minimumOut, recipient }
    }
    case 'exactInput': {
      const [[path, recipient, amountIn, minimumOut]] = call.args as [[string, string, bigint, bigint]]
      // Tokens of 20 bytes with fees of 3 bytes between them.
      if (!/^0x(.{46})+.{40}$/.test(path)) return undefined
      const tokenIn = path.slice(0, 42)
      const tokenOut = `0x${path.slice(-40)}`
      return { tokenIn, tokenOut, amountIn, minimumOut, recipient }
    }
    case 'swapExactTokensForTokens': {
      const [amountIn, minimumOut, path, recipient] = call.args as [bigint, bigint, string[], string]
      const [tokenIn] = path
      const tokenOut = path.at(-1)
      if (!tokenIn || !tokenOut || path.length < 2) return undefined
      return { tokenIn, tokenOut, amountIn, minimumOut, recipient }
    }
    default:
      return undefined
  }
}
