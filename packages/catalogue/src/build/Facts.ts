/** What we know of a wallet beyond the packages; facts only, in `facts.json`. */
export type WalletFacts = {
  /** The wallet's id in WalletConnect's explorer, which apps have in their options. */
  explorerId?: string
  rdns?: string
  /** Where the list's own name is not the one it is known by. */
  name?: string
  /** Its drawing in web3icons; the bitmaps of the list may carry the badge of somebody's programme. */
  drawing?: string
  /** Short names it is asked for by, beside the slug of its name. */
  slugs?: readonly string[]
  /** CAIP-2 ids of the families it is for; left out: EVM. */
  chains?: readonly string[]
  /** Not to be listed. */
  hidden?: boolean
}

/** A network that no package describes in full. */
export type NetworkFacts = {
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  explorerUrl: string
  /** The id in web3icons. */
  icon?: string
}

/** `facts.json` */
export type Facts = {
  /** ISO 8601 day on which sources and facts were last looked at. */
  date: string
  wallets: Readonly<Record<string, WalletFacts>>
  networks: Readonly<Record<string, NetworkFacts>>
}
