/** The faucet of one test network. */
export type FaucetConfig = {
  /** The private key that pays; undefined on Solana, where the network's airdrop pays. */
  key: `0x${string}` | undefined
  /** What one call gives, in whole coins: decimal text. */
  amount: string
}
