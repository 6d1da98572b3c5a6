/** The names under which this package remembers things. All but the link are secret. */
export const storageKeys = {
  seed: '@portico/wc_seed',
  sessions: '@portico/wc_sessions',
  pending: '@portico/wc_pending',
  answered: '@portico/wc_answered',
  chains: '@portico/wc_chains',
  /** A name of the ecosystem's, which applications read: `{ href, name }`. */
  deepLink: 'WALLETCONNECT_DEEPLINK_CHOICE',
} as const
