import type { Kit } from '../kit.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { getRecentWallets, maxRecentWallets, recentWalletsKey } from './recentWallets.ts'

/** Adds a wallet at the top of the recent wallets, unless it is listed already. */
export function rememberWallet(kit: Pick<Kit, 'storage'>, { id, name, rdns, image_url }: ListedWallet): void {
  const recent = getRecentWallets(kit)
  if (recent.some((wallet) => wallet.id === id)) return
  const all = [{ id, name, rdns, image_url }, ...recent]
  kit.storage.setItem(recentWalletsKey, JSON.stringify(all.slice(0, maxRecentWallets)))
}
