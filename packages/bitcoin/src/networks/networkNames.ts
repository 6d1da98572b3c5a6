/** The names of the Bitcoin networks in this package, as the Wallet Standard has them. */
export const networkNames = ['mainnet', 'testnet', 'testnet4', 'signet', 'regtest'] as const

/** The name of a Bitcoin network in this package. */
export type NetworkName = (typeof networkNames)[number]
