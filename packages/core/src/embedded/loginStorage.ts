/** What the host remembers of the embedded wallet; applications that come from AppKit find their own again. */
export const loginStorageKeys = {
  isUsed: '@appkit-wallet/EMAIL_LOGIN_USED_KEY',
  email: '@appkit-wallet/EMAIL',
  username: '@appkit-wallet/SOCIAL_USERNAME',
  chain: '@appkit-wallet/LAST_USED_CHAIN_KEY',
  /** When a code was last asked for, milliseconds. */
  askedAt: '@appkit-wallet/LAST_EMAIL_LOGIN_TIME',
} as const
