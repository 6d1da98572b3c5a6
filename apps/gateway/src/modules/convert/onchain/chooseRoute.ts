import type { Hex } from '../../../chains/shared/Chain.ts'
import type { Leg, Pool, PoolResult } from './Pool.ts'
import type { RouterLegs } from './planLegs.ts'

/** The best route found. */
export type ChosenRoute = {
  router: Hex
  hops: readonly { pool: Pool; sold: Hex; bought: Hex }[]
  out: bigint
  gas: bigint
  mid: bigint
}

type Tried = { pool: Pool; result: PoolResult; leg: Leg }

/** Gas of a swap besides what its pools use: the transaction, the router, and taking the token from the account. */
const baseGas = 45_000n
/** Gas that a pool uses besides what was measured: it is paid, and stores what it holds. */
const hopGas = 10_000n

/**
 * Chooses the route that returns the most after the cost of its gas.
 *
 * @param costOf what an amount of gas costs, in base units of the token that is bought
 * @returns undefined if no route returns anything
 */
export function chooseRoute({
  routers,
  results,
  amount,
  costOf,
}: {
  routers: readonly RouterLegs[]
  results: ReadonlyMap<Leg, readonly PoolResult[]>
  amount: bigint
  costOf: (gas: bigint) => bigint
}): ChosenRoute | undefined {
  const tried = (leg: Leg): Tried[] =>
    (results.get(leg) ?? []).flatMap((result, index) => {
      const pool = leg.pools[index]
      return pool && result.out > 0n ? [{ pool, result, leg }] : []
    })
  // The pool that returns the most: its result is what the next leg was tried with.
  const best = (leg: Leg): Tried | undefined =>
    tried(leg).reduce<Tried | undefined>(
      (most, one) => (most && most.result.out >= one.result.out ? most : one),
      undefined,
    )
  const routes = routers.flatMap(({ router, direct, via }) => [
    ...tried(direct).map((one) => describe(router, amount, [one])),
    ...via.flatMap(({ first, second }) => {
      const [one, other] = [best(first), best(second)]
      return one && other ? [describe(router, amount, [one, other])] : []
    }),
  ])
  const net = ({ out, gas }: ChosenRoute): bigint => out - costOf(gas)
  return routes.reduce<ChosenRoute | undefined>(
    (most, route) => (most && net(most) >= net(route) ? most : route),
    undefined,
  )
}

function describe(router: Hex, amount: bigint, tried: readonly Tried[]): ChosenRoute {
  let [paid, received, gas] = [1n, 1n, baseGas]
  for (const { result } of tried) {
    paid *= result.price?.sold ?? 1n
    received *= result.price?.bought ?? 1n
    gas += result.gas + hopGas
  }
  return {
    router,
    hops: tried.map(({ pool, leg }) => ({ pool, sold: leg.sold, bought: leg.bought })),
    out: tried.at(-1)?.result.out ?? 0n,
    gas,
    mid: (amount * received) / paid,
  }
}
