/** The storage keys of caches, AppKit's. Apart from the other keys, because a page needs these only later. */
export const cacheKeys = {
  portfolio: '@appkit/portfolio_cache',
  nativeBalance: '@appkit/native_balance_cache',
  identity: '@appkit/identity_cache',
  names: '@appkit/ens_cache',
} as const
