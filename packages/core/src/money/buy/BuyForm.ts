/** What the visitor wants to buy. The views of Buy share it. */
export interface BuyForm {
  /** ISO 3166-1 alpha-2; sent with every request, because providers differ by country. */
  country: string
  /** ISO 4217; undefined until the visitor chooses one: then it follows from the country. */
  currency?: string | undefined
  /** Undefined until the visitor chooses: then the coin of the active network. */
  asset?: BuyAsset | undefined
  /** What the visitor pays, as typed. */
  amount: string
}

/** A coin or token on one network. */
export interface BuyAsset {
  symbol: string
  name: string
  /** CAIP-2. */
  chainId: string
  /** Address of the token; empty for the network's coin. */
  token: string
  /** A path of the gateway, or a URL. */
  image?: string | undefined
}
