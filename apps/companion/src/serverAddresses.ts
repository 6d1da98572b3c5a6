/** Where the relay and the chains are. Comes with the page from its own server; never from the page's address. */
export type ServerAddresses = {
  relayUrl: string
  chains: readonly { chainId: number; name: string; rpcUrl: string }[]
}

/** Id of the data block in the page that holds them as JSON. */
export const addressesElementId = 'server-addresses'
