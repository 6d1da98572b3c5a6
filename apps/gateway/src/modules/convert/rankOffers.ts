import type { CollectedOffer } from './collectOffers.ts'

/**
 * Sorts offers by what is left of them after the cost of their gas, the best first. Where an offer does not say what its gas
 * costs, the price of another one applies.
 */
export function rankOffers(offers: readonly CollectedOffer[]): CollectedOffer[] {
  const priced = offers.find(({ offer }) => offer.gasCost !== undefined && offer.gas > 0n)?.offer
  const net = ({ offer: { amountOut, gas, gasCost } }: CollectedOffer): bigint => {
    if (gasCost !== undefined) return amountOut - gasCost
    return priced ? amountOut - (gas * (priced.gasCost ?? 0n)) / priced.gas : amountOut
  }
  return [...offers].sort((one, other) => {
    const difference = net(other) - net(one)
    return difference === 0n ? 0 : difference > 0n ? 1 : -1
  })
}
