import type { Kit } from '../kit.ts'
import type { ListedWallet } from './ListedWallet.ts'

const key = '@appkit/recent_wallets'
const maxRecentWallets = 2

/**
 * Returns the wallets that connected last, newest first. Storage is untrusted: malformed entries are dropped, and
 * only the fields that identify a wallet are read, never its links.
 */
export function getRecentWallets({ storage }: Pick<Kit, 'storage'>): readonly ListedWallet[] {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '') as Partial<ListedWallet>[]
    return stored
      .filter((wallet) => typeof wallet.id === 'string' && typeof wallet.name === 'string')
      .slice(0, maxRecentWallets)
      .map(({ id, name, rdns, image_url }) => ({ id, name, rdns, image_url }) as ListedWallet)
  } catch {
    return []
  }
}

/** Adds a wallet at the top of the recent wallets, unless it is listed already. */
export function rememberWallet(kit: Pick<Kit, 'storage'>, { id, name, rdns, image_url }: ListedWallet): void {
  const recent = getRecentWallets(kit)
  if (recent.some((wallet) => wallet.id === id)) return
  const all = [{ id, name, rdns, image_url }, ...recent]
  kit.storage.setItem(key, JSON.stringify(all.slice(0, maxRecentWallets)))
}
