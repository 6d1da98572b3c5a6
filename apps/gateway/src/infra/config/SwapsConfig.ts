import type { CaipNetworkId } from '@portico/protocol'

/** The contracts of a decentralised exchange on a network. */
export type Dex = {
  /** Unique on its network. */
  id: string
  /** Shape of its pools: constant product (Uniswap v2), or ticks (Uniswap v3). */
  kind: 'v2' | 'v3'
  factory: `0x${string}`
  /**
   * A router with the functions of Uniswap's SwapRouter02; for v2 also one that `@portico/protocol/swaps` lists as a v2 router.
   * Exchanges with the same router share routes.
   */
  router: `0x${string}`
  /** Fees of its pools in hundredths of a basis point. */
  fees: readonly number[]
  /** A deployed `SwapQuoter`, for networks whose nodes run no code that is not deployed. */
  quoter?: `0x${string}` | undefined
}

/** The providers of swaps by ID. */
export type SwapProviderId = 'onchain' | 'kyberswap' | '1inch' | 'jupiter'

/** Configuration of swaps. */
export type SwapsConfig = {
  /** The providers that are asked for quotes. */
  providers: readonly SwapProviderId[]
  /** Keys of the providers that need one. */
  keys: { '1inch'?: string | undefined; jupiter?: string | undefined }
  /** The exchanges that the operator has configured; they replace the catalogue's on their network, also if there are none. */
  dexes: ReadonlyMap<CaipNetworkId, readonly Dex[]>
  /** The URL of a maker, without a trailing slash, by Solana network. Makers are asked besides `providers`. */
  makers: ReadonlyMap<CaipNetworkId, string>
}
