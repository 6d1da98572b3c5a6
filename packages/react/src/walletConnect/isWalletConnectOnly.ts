import type { Kit } from '@portico/core'

/** Returns whether wallets can connect over WalletConnect only: the application configures a relay and no adapters. */
export function isWalletConnectOnly({ options }: Kit): boolean {
  return options.walletConnect !== undefined && !options.adapters?.length
}
