import type { CaipNetworkId } from '@portico/protocol'
import { getAddress } from 'viem/utils'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import type { SwapOffer, SwapProvider, SwapQuery } from '../../../chains/shared/providers/SwapProvider.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import { type ChosenRoute, chooseRoute } from './chooseRoute.ts'
import type { Dexes } from './createDexes.ts'
import type { Pools } from './createPools.ts'
import type { Leg, PoolResult } from './Pool.ts'
import { planLegs, type RouterLegs } from './planLegs.ts'
import { quotePools } from './quotePools.ts'

/** Gas of a deposit into the wrapped coin, or of a withdrawal. */
const wrapGas = 50_000n
/** Gas of unwrapping the coin at the end of a swap. Wrapping it at the start costs no more than taking a token. */
const unwrapGas = 25_000n

/**
 * Creates the provider of swaps over the pools of decentralised exchanges. It needs only a node, and asks it once for each quote
 * when the pools are known.
 *
 * @param basesOf tokens that routes may go over besides the wrapped coin, in lower case
 */
export function onchainSwaps({
  chains,
  dexesOf,
  basesOf,
  pools,
}: {
  chains: ReadonlyMap<CaipNetworkId, Chain>
  dexesOf: Dexes
  basesOf: (chain: CaipNetworkId) => readonly Hex[]
  pools: Pools
}): SwapProvider {
  return {
    id: 'onchain',
    serves: (chain) => chains.has(chain) && dexesOf(chain).length > 0,
    cost: 1,
    rate: null,
    async quote(query) {
      const chain = chains.get(query.chain)
      const configured = dexesOf(query.chain)
      if (!chain || configured.length === 0) return undefined
      const { deadline, amount } = query
      const checked = await pools.check({ chain, dexes: configured, deadline })
      if (!checked) return undefined
      const { dexes, wrapped } = checked
      const [sold, bought] = [query.from, query.to].map((token) =>
        token === 'native' ? wrapped : (token.toLowerCase() as Hex),
      ) as [Hex, Hex]
      if (sold === bought) return wrapOffer(query, wrapped)

      const bases = [wrapped, ...basesOf(query.chain)]
        .filter((base, index, all) => all.indexOf(base) === index && base !== sold && base !== bought)
        .slice(0, 4)
      const pairs: (readonly [Hex, Hex])[] = [
        [sold, bought],
        ...bases.flatMap((base) => [[sold, base] as const, [base, bought] as const]),
      ]
      if (sold !== wrapped && bought !== wrapped && !bases.includes(wrapped)) pairs.push([wrapped, bought])
      const found = await pools.find({ chain, dexes, pairs, deadline })
      const { routers, prices, legs } = planLegs({ pools: found, sold, bought, bases, wrapped })
      if (legs.length === 0) return undefined
      const quoter = dexes.find((dex) => dex.quoter)?.quoter
      const { results, gasPrice } = await quotePools({ chain, legs, amount, quoter, deadline })

      const coinPrice =
        bought === wrapped
          ? { sold: 1n, bought: 1n }
          : priceOf(prices.flatMap((leg) => results.get(leg) ?? []))
      const wei = query.gasPrice ?? gasPrice
      const costOf = (gas: bigint): bigint | undefined =>
        coinPrice && wei !== undefined ? (gas * wei * coinPrice.bought) / coinPrice.sold : undefined
      const route = chooseRoute({ routers, results, amount, costOf: (gas) => costOf(gas) ?? 0n })
      if (!route && isTooSmall(routers, results)) throw new Problem('swap-amount-too-small')
      return route && toOffer({ query, route, costOf })
    },
  }
}

/** Between the coin and the wrapped coin, one is worth one. */
function wrapOffer({ from, to, amount }: SwapQuery, wrapped: Hex): SwapOffer | undefined {
  if (from === to) return undefined
  const kind = from === 'native' ? 'wrap' : 'unwrap'
  return { amountOut: amount, gas: wrapGas, mid: amount, route: { kind, wrapped: getAddress(wrapped) } }
}

function toOffer({
  query: { from, to },
  route: { router: lower, hops, out, gas: poolGas, mid },
  costOf,
}: {
  query: SwapQuery
  route: ChosenRoute
  costOf: (gas: bigint) => bigint | undefined
}): SwapOffer {
  const gas = poolGas + (to === 'native' ? unwrapGas : 0n)
  const router = getAddress(lower)
  return {
    amountOut: out,
    gas,
    gasCost: costOf(gas),
    mid,
    spender: from === 'native' ? undefined : router,
    route: {
      kind: 'pools',
      router,
      hops: hops.map(({ pool, sold, bought }) => ({
        kind: pool.dex.kind,
        dex: pool.dex.id,
        pool: getAddress(pool.address),
        tokenIn: getAddress(sold),
        tokenOut: getAddress(bought),
        fee: pool.fee,
      })),
    },
  }
}

/** The price before that the pool with the best result states. */
function priceOf(results: readonly PoolResult[]): PoolResult['price'] {
  return results
    .filter(({ price }) => price !== undefined)
    .reduce<PoolResult | undefined>((best, one) => (best && best.out >= one.out ? best : one), undefined)
    ?.price
}

/** Whether pools have taken the amount and returned nothing for it. */
function isTooSmall(
  routers: readonly RouterLegs[],
  results: ReadonlyMap<Leg, readonly PoolResult[]>,
): boolean {
  const of = (leg: Leg): readonly PoolResult[] => results.get(leg) ?? []
  const returnsNothing = (leg: Leg): boolean => of(leg).some(({ price, out }) => price && out === 0n)
  return routers.some(
    ({ direct, via }) =>
      returnsNothing(direct) ||
      via.some(
        ({ first, second }) =>
          returnsNothing(first) || (of(first).some(({ out }) => out > 0n) && returnsNothing(second)),
      ),
  )
}
