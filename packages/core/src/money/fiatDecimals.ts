/** Decimals of the currency in which values are shown, the US dollar. */
export const fiatDecimals = 2
