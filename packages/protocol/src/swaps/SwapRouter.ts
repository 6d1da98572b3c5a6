/**
 * How a router is read. `router02`: Uniswap's SwapRouter02. `v2`: a router with the functions of Uniswap V2's. `kyberswap`:
 * KyberSwap's MetaAggregationRouterV2. `1inch`: 1inch's AggregationRouterV6.
 */
export type SwapRouterKind = 'router02' | 'v2' | 'kyberswap' | '1inch'

/** A contract that swaps. It is also the spender: accounts allow it to take the token that is sold. */
export interface SwapRouter {
  address: string
  kind: SwapRouterKind
  /** The wrapped coin that the router uses. Without it, swaps from and to the coin are not read. Not used by aggregators. */
  wrapped?: string | undefined
}
