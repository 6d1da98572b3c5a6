import type { Kit } from '../kit.ts'
import type { ListedWallet } from './ListedWallet.ts'

const key = '@appkit/recent_wallets'
/** Specification §9. */
const most = 2

/**
 * The wallets that connected last, newest first. Anybody may have written there: what is no wallet is left out, and of
 * others only what finds them again is taken. A link out of storage is nobody's word.
 */
export function getRecentWallets({ storage }: Pick<Kit, 'storage'>): readonly ListedWallet[] {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '') as Partial<ListedWallet>[]
    return stored
      .filter((wallet) => typeof wallet.id === 'string' && typeof wallet.name === 'string')
      .slice(0, most)
      .map(({ id, name, rdns, image_url }) => ({ id, name, rdns, image_url }) as ListedWallet)
  } catch {
    return []
  }
}

/** Puts a wallet first in that list, unless it is in it already. */
export function rememberWallet(kit: Pick<Kit, 'storage'>, { id, name, rdns, image_url }: ListedWallet): void {
  const recent = getRecentWallets(kit)
  if (recent.some((wallet) => wallet.id === id)) return
  const all = [{ id, name, rdns, image_url }, ...recent]
  kit.storage.setItem(key, JSON.stringify(all.slice(0, most)))
}
