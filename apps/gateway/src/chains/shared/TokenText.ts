/** What a fungible token says of itself; missing texts are empty. */
export type TokenText = { name: string; symbol: string; decimals: number }
