import type { Kit } from '../kit.ts'
import type { ListedWallet } from './ListedWallet.ts'

export const recentWalletsKey = '@appkit/recent_wallets'
/** The wallet connected last, which AppKit stores besides. */
export const recentWalletKey = '@appkit/recent_wallet'
export const maxRecentWallets = 2

/**
 * Returns the wallets of the list that connected last over WalletConnect, newest first. Storage is untrusted: malformed entries are dropped, and
 * only the fields that identify a wallet are read, never its links.
 */
export function getRecentWallets({ storage }: Pick<Kit, 'storage'>): readonly ListedWallet[] {
  try {
    const stored = JSON.parse(storage.getItem(recentWalletsKey) ?? '') as Partial<ListedWallet>[]
    return stored
      .filter((wallet) => typeof wallet.id === 'string' && typeof wallet.name === 'string')
      .slice(0, maxRecentWallets)
      .map(({ id, name, rdns, image_url }) => ({ id, name, rdns, image_url }) as ListedWallet)
  } catch {
    return []
  }
}
