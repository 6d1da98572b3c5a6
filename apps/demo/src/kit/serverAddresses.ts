/** URLs of the servers. Embedded in the page by the demo's server; never read from the page's address. */
export interface ServerAddresses {
  gatewayUrl: string
  walletUrl: string
  /** The local provider that sells for play money. */
  onrampUrl: string
  rpcUrls: Record<31337 | 31338, string>
  solanaUrl: string
  solanaTwoUrl: string
  /** Esplora API of the local regtest. */
  esploraUrl: string
  /** Esplora API of the local signet. */
  signetUrl: string
}

/** ID of the element that contains them as JSON. */
export const addressesElementId = 'server-addresses'
