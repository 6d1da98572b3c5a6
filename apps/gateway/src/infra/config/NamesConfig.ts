/** Configuration of the names module. */
export type NamesConfig = {
  /** Parent name of every registered name, such as `portico.local`, without a leading dot. */
  zone: string
  /** Whether any label that ENSIP-15 allows may be registered; otherwise only a to z, 0 to 9 and hyphens. */
  unicode: boolean
  /** Largest difference in milliseconds between the `timestamp` of a JSON message and now; 0 = refuse such messages. */
  legacySkew: number
  /** Resolver contracts that may query this gateway (ERC-3668), in lower case. */
  resolvers: readonly `0x${string}`[]
  /** Private key that signs the answers to `resolvers`; undefined = such queries are not answered. */
  signerKey: `0x${string}` | undefined
}
