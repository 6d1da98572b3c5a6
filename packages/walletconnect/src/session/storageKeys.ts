/** The storage keys of this package. All values except `deepLink` are secret. */
export const storageKeys = {
  seed: '@portico/wc_seed',
  sessions: '@portico/wc_sessions',
  pending: '@portico/wc_pending',
  answered: '@portico/wc_answered',
  chains: '@portico/wc_chains',
  /** WalletConnect's own key, which applications read: `{ href, name }`. */
  deepLink: 'WALLETCONNECT_DEEPLINK_CHOICE',
} as const
