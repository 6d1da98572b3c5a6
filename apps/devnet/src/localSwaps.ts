// Plain data without side effects: the manifest contains it.

/** The exchange of the local EVM chains, with pools that the seed has filled. Addresses are equal on both chains. */
export interface LocalSwaps {
  /** The wrapped coin, with the interface of WETH9. */
  wrapped: `0x${string}`
  /** Factory of pairs (Uniswap v2) and of pools (Uniswap v3). */
  factory: `0x${string}`
  /** Has the functions of Uniswap's SwapRouter02. */
  router: `0x${string}`
  /** SUSD, 6 decimals, like USDT: `approve` returns nothing, and needs an allowance of zero first. */
  strictToken: `0x${string}`
  /** TOLL, 18 decimals: burns two percent of every transfer. */
  feeToken: `0x${string}`
  /** FLY, 18 decimals: can be bought, but not sold. */
  unsellableToken: `0x${string}`
}

export const localSwaps: LocalSwaps = {
  wrapped: '0x2a264F26859166C5BF3868A54593eE716AeBC848',
  strictToken: '0xd04fF4A75Edd737A73E92b2F2274Cb887d96E110',
  feeToken: '0xc6B8FBF96CF7bbE45576417EC2163AcecFA88ECC',
  unsellableToken: '0x29a79095352a718B3D7Fe84E1F14E9F34A35598e',
  factory: '0x6379ebD504941f50D5BfDE9348B37593bd29C835',
  router: '0x5B3120d0dA5FDcBA7aef87A9c3c64829C1c0D76B',
}
