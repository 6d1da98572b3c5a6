/** The URLs of the relay and the chains. They are embedded by the page's server, never taken from the page's URL. */
export type ServerAddresses = {
  relayUrl: string
  chains: readonly { chainId: number; name: string; rpcUrl: string }[]
}

/** The id of the JSON data block that contains them. */
export const addressesElementId = 'server-addresses'
