import type { CaipNetworkId } from '@portico/protocol'
import type { FeeToken } from '../../../infra/config/SponsorConfig.ts'
import type { PriceService } from '../../prices/service.ts'

const timeoutMs = 2000

/** Returns what one wei is worth in a token, or undefined if nobody knows. */
export type FeeRates = (query: {
  chain: CaipNetworkId
  token: FeeToken
}) => Promise<NonNullable<FeeToken['rate']> | undefined>

/** Creates the function that returns the operator's fixed rate, or else the rate of the gateway's prices. */
export function createFeeRates({ prices }: { prices: Pick<PriceService, 'read'> }): FeeRates {
  return async ({ chain, token: { rate, address, decimals } }) => {
    if (rate) return rate
    const token = address.toLowerCase()
    const found = await prices.read({ chain, assets: ['native', token], deadline: Date.now() + timeoutMs })
    const [coin, own] = [found.get('native'), found.get(token)]
    if (!coin || !own) return undefined
    // Nine digits of the ratio are more than prices have.
    const ratio = BigInt(Math.ceil((coin / own) * 1e9))
    return ratio > 0n ? { units: ratio * 10n ** BigInt(decimals), wei: 10n ** 27n } : undefined
  }
}
