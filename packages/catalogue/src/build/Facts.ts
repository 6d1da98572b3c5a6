/** Facts about a wallet that no package states, from `facts.json`. */
export type WalletFacts = {
  /** The wallet's ID in the WalletConnect explorer, which applications use in their options. */
  explorerId?: string
  rdns?: string
  /** The wallet's common name, if thirdweb's list has a different one. */
  name?: string
  /** The wallet's icon in web3icons. Preferred, because the bitmaps of thirdweb's list may contain partner badges. */
  drawing?: string
  /** Short names by which it can be requested, in addition to the slug of its name. */
  slugs?: readonly string[]
  /** CAIP-2 IDs of the networks it supports, one per namespace. Default: EVM only. */
  chains?: readonly string[]
  /** Whether to leave the wallet out of the list. */
  hidden?: boolean
}

/** A network that no package describes completely. */
export type NetworkFacts = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  explorerUrl: string
  /** The network's ID in web3icons. */
  icon?: string
}

/** The content of `facts.json`. */
export type Facts = {
  /** The day on which sources and facts were last reviewed (ISO 8601). */
  date: string
  wallets: Readonly<Record<string, WalletFacts>>
  networks: Readonly<Record<string, NetworkFacts>>
}
