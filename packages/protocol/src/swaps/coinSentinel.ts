/** The address that stands for the network's coin in `convert` calls and in the calldata of exchanges. */
export const coinSentinel = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
