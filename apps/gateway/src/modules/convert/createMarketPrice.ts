import type { PriceService } from '../prices/service.ts'
import type { ConvertTokens } from './createConvertTokens.ts'
import type { SwapRequest } from './readSwapRequest.ts'

/** Returns what an amount is worth in the token that is bought; undefined if that is not known. */
export type MarketPrice = (request: SwapRequest) => Promise<bigint | undefined>

const timeoutMs = 1500
/** Prices are scaled to whole numbers with so many digits. */
const scale = 1e18

/** Creates a function that compares two tokens by their prices in US dollars. */
export function createMarketPrice({
  tokens,
  prices,
}: {
  tokens: ConvertTokens
  prices: Pick<PriceService, 'read'>
}): MarketPrice {
  return async ({ chain, from, to, amount }) => {
    const deadline = Date.now() + timeoutMs
    const found = await prices.read({ chain, assets: [from, to], deadline })
    const [paid, bought] = [from, to].map((asset) => toWhole(found.get(asset)))
    // Nothing is read of tokens without a price.
    if (!paid || !bought) return undefined
    const [sold, wanted] = await Promise.all([from, to].map((address) => tokens.find({ chain, address })))
    if (!sold || !wanted) return undefined
    return (amount * paid * 10n ** BigInt(wanted.decimals)) / (bought * 10n ** BigInt(sold.decimals))
  }
}

function toWhole(price: number | undefined): bigint {
  return price !== undefined && price > 0 && Number.isFinite(price * scale)
    ? BigInt(Math.round(price * scale))
    : 0n
}
