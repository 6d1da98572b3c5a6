/** The storage keys of the login by e-mail, the same as AppKit's. */
export const loginStorageKeys = {
  isUsed: '@appkit-wallet/EMAIL_LOGIN_USED_KEY',
  email: '@appkit-wallet/EMAIL',
  username: '@appkit-wallet/SOCIAL_USERNAME',
  chain: '@appkit-wallet/LAST_USED_CHAIN_KEY',
  /** When a login's link or code was last mailed, in milliseconds since 1970. */
  askedAt: '@appkit-wallet/LAST_EMAIL_LOGIN_TIME',
} as const
