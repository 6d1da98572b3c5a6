/** The decimal places of a bitcoin: it has 100 000 000 satoshi. */
export const coinDecimals = 8

/** The maximum supply of bitcoin, in satoshi. */
export const supply: bigint = 21_000_000n * 100_000_000n
