/** What the gateway is told about names. */
export type NamesConfig = {
  /** What every name ends in, without a dot in front. */
  zone: string
  /** Any label ENSIP-15 allows, and not only a to z, 0 to 9 and hyphens. */
  unicode: boolean
  /** How far from now, in milliseconds, the `timestamp` of a JSON message may be; 0 = such messages are refused. */
  legacySkew: number
  /** Contracts that ask this gateway (ERC-3668), in lower case. */
  resolvers: readonly `0x${string}`[]
  /** What answers to them are signed with; undefined = none are given. */
  signerKey: `0x${string}` | undefined
}
