/** The mint of wrapped SOL: a token of it is worth one SOL. */
export const wrappedCoin = 'So11111111111111111111111111111111111111112'
