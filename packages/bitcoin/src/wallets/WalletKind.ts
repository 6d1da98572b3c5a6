/** The kinds of wallets: one of the Wallet Standard, and those with a place of their own on `window`. */
export type WalletKind = 'standard' | 'xverse' | 'okx' | 'phantom' | 'leather' | 'unisat'
