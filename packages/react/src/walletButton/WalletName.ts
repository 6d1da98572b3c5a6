import type { SocialProvider } from '../account.ts'

/** What a wallet button connects: `email`, `walletConnect`, or a wallet's slug, such as `metamask` or `rainbow`. */
export type WalletName = 'email' | 'walletConnect' | SocialProvider | (string & {})
