/** The wallet APIs that have an adapter: the Wallet Standard, and each wallet injected into `window`. */
export type WalletKind = 'standard' | 'xverse' | 'okx' | 'phantom' | 'leather' | 'unisat'
