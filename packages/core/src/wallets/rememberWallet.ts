import type { Kit } from '../kit.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { getRecentWallets, maxRecentWallets, recentWalletKey, recentWalletsKey } from './recentWallets.ts'

/** Stores a wallet as the last one, and at the top of the recent wallets unless it is listed already. */
export function rememberWallet(
  { storage }: Pick<Kit, 'storage'>,
  { id, name, rdns, image_url }: ListedWallet,
): void {
  const wallet = { id, name, rdns, image_url }
  storage.setItem(recentWalletKey, JSON.stringify(wallet))
  const recent = getRecentWallets({ storage })
  if (recent.some((other) => other.id === id)) return
  storage.setItem(recentWalletsKey, JSON.stringify([wallet, ...recent].slice(0, maxRecentWallets)))
}
