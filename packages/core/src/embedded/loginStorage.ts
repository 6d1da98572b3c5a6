/** The storage keys of the embedded wallet's login, the same as AppKit's. */
export const loginStorageKeys = {
  isUsed: '@appkit-wallet/EMAIL_LOGIN_USED_KEY',
  email: '@appkit-wallet/EMAIL',
  username: '@appkit-wallet/SOCIAL_USERNAME',
  chain: '@appkit-wallet/LAST_USED_CHAIN_KEY',
  /** When a login's link or code was last mailed, in milliseconds since 1970. */
  askedAt: '@appkit-wallet/LAST_EMAIL_LOGIN_TIME',
  /** The numbers of the networks on which the account can be a smart account, separated by commas. */
  smartNetworks: '@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS',
  /** The account type that the visitor has chosen, by namespace. */
  accountTypes: '@appkit/preferred_account_types',
  /** The provider to which the tab has gone for a social login that comes back to this page. */
  leftFor: '@appkit/social_provider',
  /** The provider of a social login. */
  social: '@appkit/connected_social',
} as const
