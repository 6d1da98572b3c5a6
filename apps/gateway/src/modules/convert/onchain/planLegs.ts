import type { Hex } from '../../../chains/shared/Chain.ts'
import type { Leg, Pool } from './Pool.ts'
import { maxPools } from './quotePools.ts'

/** The legs of one router. A route is `direct`, or a pair of `via`. */
export type RouterLegs = {
  router: Hex
  direct: Leg
  /** To another token first, and on from there. */
  via: readonly { first: Leg; second: Leg }[]
}

/**
 * Arranges pools so that every route of one or two hops over one router is covered. The best route over a token between consists of
 * the best pool to it and the best pool from there, so each pool is tried once, not each route.
 *
 * @param bases tokens that may lie between, the most useful first
 * @returns the legs by router; `prices` are legs from the wrapped coin to `bought`, one of which tells what gas costs
 */
export function planLegs({
  pools,
  sold,
  bought,
  bases,
  wrapped,
}: {
  pools: readonly Pool[]
  sold: Hex
  bought: Hex
  bases: readonly Hex[]
  wrapped: Hex
}): { routers: RouterLegs[]; prices: Leg[]; legs: Leg[] } {
  const legs: Leg[] = []
  let left = maxPools
  const add = (leg: Leg, size = Number.POSITIVE_INFINITY): Leg => {
    const taken = { ...leg, pools: leg.pools.slice(0, Math.min(size, left)) }
    left -= taken.pools.length
    legs.push(taken)
    return taken
  }
  const between = (router: Hex, one: Hex, other: Hex): Pool[] => {
    const [token0, token1] = one < other ? [one, other] : [other, one]
    return pools.filter(
      (pool) => pool.token0 === token0 && pool.token1 === token1 && pool.dex.router.toLowerCase() === router,
    )
  }
  const addresses = [...new Set(pools.map(({ dex }) => dex.router.toLowerCase() as Hex))]
  const routers: (RouterLegs & { via: { first: Leg; second: Leg }[] })[] = addresses.map((router) => ({
    router,
    direct: add({ sold, bought, source: 'amount', pools: between(router, sold, bought) }),
    via: [],
  }))
  for (const base of bases) {
    for (const { router, via } of routers) {
      const [to, from] = [between(router, sold, base), between(router, base, bought)]
      if (to.length === 0 || from.length === 0 || left < 2) continue
      const first = add({ sold, bought: base, source: 'amount', pools: to }, left - 1)
      const second = add({ sold: base, bought, source: first, pools: from })
      via.push({ first, second })
    }
  }
  const prices = legs.filter((leg) => leg.sold === wrapped && leg.bought === bought)
  if (prices.length === 0 && bought !== wrapped) {
    const known = addresses.flatMap((router) => between(router, wrapped, bought))
    prices.push(add({ sold: wrapped, bought, source: 'nothing', pools: known }))
  }
  return { routers, prices, legs: legs.filter((leg) => leg.pools.length > 0) }
}
