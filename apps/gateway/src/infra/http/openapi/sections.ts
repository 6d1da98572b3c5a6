/** The sections of the API document in the order they appear, with their descriptions. */
export const sections = {
  Nodes: 'JSON-RPC access to the networks.',
  Accounts: 'Balances, activity, NFTs and names of an account.',
  Prices: 'Prices of coins and tokens.',
  Simulation: 'The balance changes a transaction would cause.',
  Swaps: 'Offers to swap tokens, and their transactions.',
  Buying: 'Purchases of coins and tokens at providers.',
  'Live updates': 'Events about accounts, transactions, networks and prices as they happen.',
  'Sign-in': 'Sessions for accounts that have signed a message.',
  'Embedded wallet':
    "For the wallet site: sessions, encrypted wallets, and this server's shares of the keys that open them.",
  'Smart accounts': 'Operations of smart accounts whose fee is paid by a project, or in a token.',
  Names: 'Names that users register for their accounts.',
  'Wallets and pictures': 'The wallet list, and icons of wallets, networks and tokens.',
  Projects: 'Settings of a project.',
  Relay: 'The WalletConnect relay, which stores encrypted messages between apps and wallets.',
  Server: 'Health, metrics and this documentation.',
} as const

/** A section of the API document. */
export type Section = keyof typeof sections
