import type { CaipNetworkId } from '@portico/protocol'
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils'
import type { ContractAnswer, ContractCall } from '../../chains/evm/chain/ContractCall.ts'
import { callMany } from '../../chains/evm/chain/callMany.ts'
import type { Chain, Hex } from '../../chains/shared/Chain.ts'
import { isDevelopmentChain } from '../../chains/shared/isDevelopmentChain.ts'
import type { PriceProvider } from '../../chains/shared/providers/PriceProvider.ts'
import type { Config } from '../../infra/config/Config.ts'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const decimalsData = encodeFunctionData({ abi: feedAbi, functionName: 'decimals' })
const roundData = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })

/**
 * Provides prices from Chainlink-compatible feeds (AggregatorV3Interface). Ignores answers older than `priceMaxAge`.
 */
export function feedPrices({
  chains,
  prices,
  priceMaxAge,
  now = Date.now,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  prices: Config['prices']
  /** Seconds; 0 = any age. */
  priceMaxAge: number
  now?: () => number
}): PriceProvider {
  return {
    id: 'feeds',
    serves: (chain) => prices.has(chain),
    cost: 1,
    rate: null,
    async read({ chain: id, assets, deadline }) {
      const sources = prices.get(id)
      const configured = assets.flatMap((asset) => {
        const source = sources?.get(asset)
        return source && 'feed' in source ? [{ asset, ...source }] : []
      })
      const found = await Promise.all(
        [...new Set(configured.map(({ chain }) => chain))].map(async (feedChain) => {
          const chain = chains.get(feedChain)
          const feeds = configured.filter((feed) => feed.chain === feedChain)
          return chain ? readAll({ chain, feeds, deadline }) : []
        }),
      )
      return new Map(found.flat())
    },
  }

  async function readAll({
    chain,
    feeds,
    deadline,
  }: {
    chain: Chain
    feeds: readonly { asset: string; feed: Hex }[]
    deadline: number
  }): Promise<(readonly [string, number])[]> {
    const found = await readFeeds({ chain, feeds: feeds.map(({ feed }) => feed), deadline })
    // Feeds on a development chain are not updated, so ignore their age.
    const anyAge = priceMaxAge === 0 || isDevelopmentChain(chain)
    const oldest = anyAge ? 0 : now() / 1000 - priceMaxAge
    return feeds.flatMap(({ asset }, index) => {
      const answer = found[index]
      return answer && answer.updatedAt >= oldest ? [[asset, answer.price] as const] : []
    })
  }
}

/** A feed's answer; `updatedAt` in seconds since the epoch. */
type FeedAnswer = { price: number; updatedAt: number }

async function readFeeds({
  chain,
  feeds,
  deadline,
}: {
  chain: Chain
  feeds: readonly Hex[]
  deadline: number
}): Promise<(FeedAnswer | undefined)[]> {
  const calls: ContractCall[] = feeds.flatMap((feed) => [
    { target: feed, data: decimalsData },
    { target: feed, data: roundData },
  ])
  const answers = await callMany({ chain, calls, deadline })
  return feeds.map((_, index) => readAnswer({ decimals: answers[index * 2], round: answers[index * 2 + 1] }))
}

function readAnswer({
  decimals,
  round,
}: {
  decimals: ContractAnswer
  round: ContractAnswer
}): FeedAnswer | undefined {
  if (decimals?.length !== 66 || round?.length !== 2 + 5 * 64) return undefined
  const places = Number(BigInt(decimals))
  const [, answer, , updatedAt] = decodeFunctionResult({
    abi: feedAbi,
    functionName: 'latestRoundData',
    data: round,
  })
  // A feed without any round returns 0, and a broken one may return a negative price.
  if (answer <= 0n || updatedAt === 0n || places > 36) return undefined
  return { price: Number(answer) / 10 ** places, updatedAt: Number(updatedAt) }
}
