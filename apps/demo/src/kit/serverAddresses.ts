/** Where the servers are. Comes with the page from its own server; never from the page's address. */
export interface ServerAddresses {
  gatewayUrl: string
  walletUrl: string
  rpcUrls: Record<31337 | 31338, string>
  solanaUrl: string
  solanaTwoUrl: string
  /** The Esplora APIs of the local Bitcoin and of the local signet. */
  esploraUrl: string
  signetUrl: string
}

/** Id of the data block in the page that holds them as JSON. */
export const addressesElementId = 'server-addresses'
