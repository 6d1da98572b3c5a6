import type { CaipNetworkId } from '@portico/protocol'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { Chain, Hex } from '../../chain/Chain.ts'
import { type ContractAnswer, type ContractCall, callMany } from '../../chain/callMany.ts'
import type { PriceSource } from '../../config/Config.ts'

export type PriceService = {
  /**
   * Prices in US dollars.
   *
   * @param assets lower-case token addresses, or `native`.
   * @returns those that are known and fresh.
   */
  read(query: { chain: Chain; assets: readonly string[]; deadline: number }): Promise<Map<string, number>>
}

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const decimalsData = encodeFunctionData({ abi: feedAbi, functionName: 'decimals' })
const roundData = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })

/** Nobody updates the feeds of a development chain, so their age says nothing. */
const developmentChains = new Set(['1337', '31337', '31338'])

/** Prices from numbers in the configuration and from Chainlink-shaped feeds (AggregatorV3Interface). */
export function createPriceService({
  prices,
  priceMaxAge,
  now = Date.now,
}: {
  prices: ReadonlyMap<CaipNetworkId, ReadonlyMap<string, PriceSource>>
  /** Seconds; 0 = any age. */
  priceMaxAge: number
  now?: () => number
}): PriceService {
  return {
    async read({ chain, assets, deadline }) {
      const sources = prices.get(chain.id)
      const found = new Map<string, number>()
      const feeds: { asset: string; feed: Hex }[] = []
      for (const asset of assets) {
        const source = sources?.get(asset)
        if (!source) continue
        if ('price' in source) found.set(asset, source.price)
        else feeds.push({ asset, feed: source.feed })
      }
      if (feeds.length === 0) return found
      const calls: ContractCall[] = feeds.flatMap(({ feed }) => [
        { target: feed, data: decimalsData },
        { target: feed, data: roundData },
      ])
      const answers = await callMany({ chain, calls, deadline })
      const maxAge = developmentChains.has(chain.reference) || priceMaxAge === 0 ? Infinity : priceMaxAge
      for (const [index, { asset }] of feeds.entries()) {
        const oldest = now() / 1000 - maxAge
        const price = readPrice({ decimals: answers[index * 2], round: answers[index * 2 + 1], oldest })
        if (price !== undefined) found.set(asset, price)
      }
      return found
    },
  }
}

function readPrice({
  decimals,
  round,
  oldest,
}: {
  decimals: ContractAnswer
  round: ContractAnswer
  oldest: number
}): number | undefined {
  if (decimals?.length !== 66 || round?.length !== 2 + 5 * 64) return undefined
  const places = Number(BigInt(decimals))
  const [, answer, , updatedAt] = decodeFunctionResult({
    abi: feedAbi,
    functionName: 'latestRoundData',
    data: round,
  })
  // A feed that was never answered says 0; one that broke may say less. Neither is a price.
  if (answer <= 0n || updatedAt === 0n || Number(updatedAt) < oldest || places > 36) return undefined
  return Number(answer) / 10 ** places
}
