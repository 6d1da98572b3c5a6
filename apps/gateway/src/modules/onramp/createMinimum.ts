import type { CaipNetworkId } from '@portico/protocol'
import { formatUnits, parseUnits } from 'viem/utils'
import { toUnits } from '../../sources/onramp/toUnits.ts'
import type { PriceService } from '../prices/service.ts'

/** Returns the least amount, as a decimal text, that counts as the money of a purchase; undefined if that cannot be said. */
export type MinimumOf = (purchase: {
  chain: CaipNetworkId
  token: string | undefined
  /** What was quoted; undefined if nothing was. */
  quoted: string | undefined
  fiat: string
  amount: string
}) => Promise<string | undefined>

/** Percent of what was quoted: the price moves until the visitor has paid. */
const ofQuoted = 90n
/** Percent of what the money is worth: providers that quote nothing take their fees from it. */
const ofWorth = 75n
const timeoutMs = 3000
const places = 18

/**
 * Creates the rule. Without a quote, the gateway's own prices say what can be expected; without a price nothing is, because
 * anybody can send a few cents to anybody.
 */
export function createMinimum({ prices }: { prices: PriceService }): MinimumOf {
  return async ({ chain, token, quoted, fiat, amount }) => {
    if (quoted !== undefined) return formatUnits((toUnits(quoted) * ofQuoted) / 100n, 36)
    const deadline = Date.now() + timeoutMs
    const asset = token ?? 'native'
    const [price, rate] = await Promise.all([
      prices.read({ chain, assets: [asset], deadline }).then((found) => found.get(asset)),
      fiat === 'USD' ? 1 : prices.rate({ currency: fiat.toLowerCase(), deadline }),
    ]).catch(() => [])
    if (!price || !rate || !(price > 0) || !(rate > 0)) return undefined
    // Prices are floating-point numbers anyway; the result is a limit, not an amount of anybody.
    const worth =
      (toUnits(amount) * 10n ** BigInt(places)) / parseUnits((price * rate).toFixed(places), places)
    const least = formatUnits((worth * ofWorth) / 100n, 36)
    return toUnits(least) > 0n ? least : undefined
  }
}
